import type { Deps } from '../deps.ts';

/** Maximum number of streams per person on one server; another one ends the oldest. */
const streamsPerPerson = 12;

type Open = { readonly personId: string; readonly abort: AbortController };

const openStreams = new WeakMap<Deps, Set<Open>>();

/** Registers a stream for `endStreams`. `end` may be called repeatedly. */
export function openStream(deps: Deps, personId: string): { readonly signal: AbortSignal; end(): void } {
  const all = openStreams.get(deps) ?? new Set();
  openStreams.set(deps, all);
  const own = [...all].filter((stream) => stream.personId === personId);
  for (const stream of own.slice(0, Math.max(0, own.length - streamsPerPerson + 1))) stream.abort.abort();
  const stream = { personId, abort: new AbortController() };
  all.add(stream);
  return {
    signal: stream.abort.signal,
    end() {
      all.delete(stream);
      stream.abort.abort();
    },
  };
}

/** Ends all live streams so that the server can stop; browsers reconnect to the next one. */
export function endStreams(deps: Deps): void {
  for (const { abort } of openStreams.get(deps) ?? []) abort.abort();
}
