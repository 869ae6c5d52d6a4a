import { oddsOf } from '#shared/replay/odds/odds.ts';
import { missingOf } from '#shared/replay/odds/sample.ts';
import { replayFile } from '#shared/replay/replay-file.ts';
import type { ReplayMessage, ReplayTask } from './replay-messages.ts';

/** Reads and replays one file, and draws its odds, in its own thread, so that the page stays responsive. */
globalThis.onmessage = async ({ data }: MessageEvent<ReplayTask>) => {
  const send = (message: ReplayMessage) => globalThis.postMessage(message);
  try {
    const bytes = new Uint8Array(await data.file.arrayBuffer());
    const answer = replayFile(bytes, data.request, (progress) => send({ type: 'progress', progress }));
    send({ type: 'answer', answer });
    if (answer.status === 'replayed' && missingOf(answer.sample).length === 0)
      for (const odds of oddsOf(answer.sample, data.sold)) send({ type: 'odds', odds });
    send({ type: 'end' });
  } catch {
    // The file was moved or changed, or memory ran out.
    send({ type: 'failed' });
  }
};
