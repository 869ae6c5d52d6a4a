import type { output } from 'zod/mini';
import { readAccountStream } from '../client/stream.ts';
import { accountUpdate } from '../contract/accounts.ts';

export type AccountUpdate = output<typeof accountUpdate>;

type Listener = {
  /** The sequence of each displayed account; the stream sends what follows. */
  known(): ReadonlyMap<string, number>;
  heard(): void;
  updated(update: AccountUpdate): void;
  lost(): void;
  /** Called before reconnecting; resolves once missed data has loaded. */
  catchUp(): Promise<void>;
};

const firstRetryMs = 500;
const longestRetryMs = 15_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Follows the person's accounts until aborted; reconnects a broken stream. */
export async function keepStreaming(listener: Listener, signal: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const end = await readAccountStream(
      listener.known(),
      ({ event, data }) => {
        retryMs = firstRetryMs;
        listener.heard();
        if (event !== 'account') return;
        const update = accountUpdate.safeParse(readJson(data));
        if (update.success) listener.updated(update.data);
      },
      signal,
    );
    if (signal.aborted) return;
    listener.lost();
    if (end === 'refused') return;
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    await listener.catchUp();
  }
}
