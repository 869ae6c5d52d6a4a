import type { output } from 'zod/mini';
import { readAccountStream } from '#app/http/stream.ts';
import { initialRetryMs, waitToRetry } from '#app/shell/stores/stream-retry.ts';
import { parseJson } from '#lib/parse-json.ts';
import { accountUpdate } from '#shared/accounts/contract.ts';

export type AccountUpdate = output<typeof accountUpdate>;

type Listener = {
  /** The sequence of each displayed account; the stream continues after it. */
  known(): ReadonlyMap<string, number>;
  heard(): void;
  updated(update: AccountUpdate): void;
  lost(): void;
  /** Called before reconnecting; resolves once missed data has loaded. */
  catchUp(): Promise<void>;
};

/** Follows the person's accounts until aborted, reconnecting whenever the stream breaks. */
export async function keepStreaming(listener: Listener, signal: AbortSignal): Promise<void> {
  let retryMs = initialRetryMs;
  while (!signal.aborted) {
    const end = await readAccountStream(
      listener.known(),
      ({ event, data }) => {
        retryMs = initialRetryMs;
        if (event !== 'account') return;
        const update = accountUpdate.safeParse(parseJson(data));
        if (update.success) listener.updated(update.data);
      },
      { signal, onHeard: listener.heard },
    );
    if (signal.aborted) return;
    listener.lost();
    if (end === 'refused') return;
    retryMs = await waitToRetry(retryMs, signal);
    await listener.catchUp();
  }
}
