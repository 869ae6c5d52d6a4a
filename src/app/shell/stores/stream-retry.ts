import { type Failure, isTemporary } from '#app/http/failure.ts';

/** The delay before a broken stream is opened again; it doubles each time the stream breaks at once. */
export const initialRetryMs = 500;
const maxRetryMs = 15_000;

/**
 * Waits before a stream is opened again, up to a quarter more or less, so that not all readers return at once after a
 * restart.
 * @returns the delay for the next time
 */
export async function waitToRetry(retryMs: number, signal: AbortSignal): Promise<number> {
  await pause(retryMs * (0.75 + Math.random() / 2), signal);
  return Math.min(retryMs * 2, maxRetryMs);
}

/**
 * Repeats a load, with growing pauses, for as long as it fails temporarily.
 * @param first why the load failed at first
 * @param load returns why it failed, or null
 */
export async function repeatLoad(first: Failure | null, load: () => Promise<Failure | null>, signal: AbortSignal) {
  let retryMs = initialRetryMs;
  for (let failure = first; failure !== null && isTemporary(failure); failure = await load()) {
    retryMs = await waitToRetry(retryMs, signal);
    if (signal.aborted) return;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
