import { streamSSE } from 'hono/streaming';
import type { Actor } from '../deps.ts';
import type { AppContext } from './context.ts';
import { openStream } from './streams.ts';

type EventSender = {
  send(event: string, data: object): Promise<void>;
  /** Keeps the connection open while there is nothing to send. */
  beat(): Promise<void>;
};

/** Streams events to a person's browser until it leaves or the session ends. @param what names the stream in the log */
export function streamEvents(
  context: AppContext,
  actor: Actor,
  what: string,
  follow: (sender: EventSender, signal: AbortSignal) => Promise<void>,
): Response {
  const deps = context.get('deps');
  // Keeps buffering proxies from holding messages back.
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (messages) => {
    const stream = await openStream(deps, actor, 'live');
    messages.onAbort(stream.end);
    if (messages.aborted) stream.end();
    // Also unblocks a write to a reader that has stopped reading.
    stream.signal.addEventListener('abort', () => messages.abort());
    const sender = {
      send: (event: string, data: object) => messages.writeSSE({ event, data: JSON.stringify(data) }),
      beat: async () => void (await messages.write(': still here\n\n')),
    };
    try {
      await follow(sender, stream.signal);
    } catch (error) {
      deps.log.error({ err: error }, `${what} ended early`);
    } finally {
      stream.end();
    }
  });
}
