import type { output } from 'zod/mini';
import type { Failure } from '../client/failure.ts';
import { readStream } from '../client/stream.ts';
import { marketStream, streamedFrame } from '../contract/market.ts';

export type StreamedFrame = output<typeof streamedFrame>;

type Listener = {
  received(frame: StreamedFrame): void;
  lost(): void;
  refused(failure: Failure): void;
};

const firstRetryMs = 500;
const longestRetryMs = 15_000;

/** Follows contracts until aborted; a broken stream continues after the last frame received. */
export async function keepMarketStreaming(
  contracts: readonly string[],
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    const end = await readStream(
      marketStream,
      { query: { contracts: contracts.join(',') }, lastEventId, signal },
      ({ event, data, id }) => {
        const frame = event === 'frame' ? streamedFrame.safeParse(readJson(data)) : undefined;
        if (!frame?.success || signal.aborted) return;
        retryMs = firstRetryMs;
        lastEventId = id;
        listener.received(frame.data);
      },
      listener.refused,
    );
    if (signal.aborted || end === 'refused') return;
    listener.lost();
    await pause(retryMs * (0.75 + Math.random() / 2), signal);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
