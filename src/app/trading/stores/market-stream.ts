import type { output } from 'zod/mini';
import type { Failure } from '#app/http/failure.ts';
import { readStream } from '#app/http/stream.ts';
import { initialRetryMs, waitToRetry } from '#app/shell/stores/stream-retry.ts';
import { parseJson } from '#lib/parse-json.ts';
import { marketStream, streamedFrame } from '#shared/trading/contract-market.ts';

export type StreamedFrame = output<typeof streamedFrame>;

type Listener = {
  received(frame: StreamedFrame): void;
  lost(): void;
  /** Called if the stream didn't open. After `refused` there is no retry. */
  failed(failure: Failure, end: 'refused' | 'lost'): void;
};

/** Follows contracts until aborted. A broken stream continues after the last frame received. */
export async function keepMarketStreaming(contracts: readonly string[], listener: Listener, signal: AbortSignal) {
  let retryMs = initialRetryMs;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    const end = await readStream(
      marketStream,
      { query: { contracts: contracts.join(',') }, lastEventId, signal },
      ({ event, data, id }) => {
        const frame = event === 'frame' ? streamedFrame.safeParse(parseJson(data)) : undefined;
        if (!frame?.success || signal.aborted) return;
        retryMs = initialRetryMs;
        lastEventId = id;
        listener.received(frame.data);
      },
      listener.failed,
    );
    if (signal.aborted || end === 'refused') return;
    listener.lost();
    retryMs = await waitToRetry(retryMs, signal);
  }
}
