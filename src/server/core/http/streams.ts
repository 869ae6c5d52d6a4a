import type { Deps } from '../deps.ts';

/** Maximum number of streams per person on one server; opening another ends the oldest. */
const maxStreamsPerPerson = 12;

type OpenStream = { readonly personId: string; readonly abort: AbortController };

const openStreams = new WeakMap<Deps, Set<OpenStream>>();

/** Registers a stream for `endStreams`. `end` may be called repeatedly. */
export function openStream(deps: Deps, personId: string): { readonly signal: AbortSignal; end(): void } {
  const streams = openStreams.get(deps) ?? new Set();
  openStreams.set(deps, streams);
  const ownStreams = [...streams].filter((stream) => stream.personId === personId);
  for (const stream of ownStreams.slice(0, Math.max(0, ownStreams.length - maxStreamsPerPerson + 1)))
    stream.abort.abort();
  const stream = { personId, abort: new AbortController() };
  streams.add(stream);
  return {
    signal: stream.abort.signal,
    end() {
      streams.delete(stream);
      stream.abort.abort();
    },
  };
}

/** Ends all live streams so that the server can stop; browsers reconnect to the next server. */
export function endStreams(deps: Deps): void {
  for (const { abort } of openStreams.get(deps) ?? []) abort.abort();
}
