import type { Actor, Deps } from '../deps.ts';
import { sessionChannel } from '../session-channel.ts';

/** Maximum number of streams per person and kind on one server; opening another ends the oldest. */
const maxStreamsPerPerson = 12;

const openStreams = new WeakMap<Deps, Set<{ readonly owner: string; readonly abort: AbortController }>>();

/**
 * Registers a stream, which ends with its session: at sign-out, or when a role is removed. Check the session only after
 * opening, so that an end in between isn't missed. `end` may be called repeatedly.
 */
export async function openStream(
  deps: Deps,
  { personId, sessionId }: Pick<Actor, 'personId' | 'sessionId'>,
  kind: 'live' | 'market' | 'download',
): Promise<{ readonly signal: AbortSignal; end(): void }> {
  const owner = `${kind}:${personId}`;
  const streams = openStreams.get(deps) ?? new Set();
  openStreams.set(deps, streams);
  const ownStreams = [...streams].filter((stream) => stream.owner === owner);
  for (const stream of ownStreams.slice(0, Math.max(0, ownStreams.length - maxStreamsPerPerson + 1)))
    stream.abort.abort();
  const stream = { owner, abort: new AbortController() };
  streams.add(stream);
  deps.telemetry.countStream(kind, 1);
  const unsubscribe = await deps.bus.subscribe(sessionChannel(sessionId), () => stream.abort.abort());
  stream.abort.signal.addEventListener('abort', () => {
    streams.delete(stream);
    deps.telemetry.countStream(kind, -1);
    void unsubscribe();
  });
  return { signal: stream.abort.signal, end: () => stream.abort.abort() };
}

/** Ends all live streams so that the server can stop; browsers reconnect to the next server. */
export function endStreams(deps: Deps): void {
  for (const { abort } of openStreams.get(deps) ?? []) abort.abort();
}
