import { dayMs } from '#lib/durations.ts';
import type { Clock } from './clock.ts';

/** A map that keeps what was set for a day at least and two at most, so that a process may run for months. */
export function createRecent<Key, Value>({ now }: Pick<Clock, 'now'>) {
  let [current, previous] = [new Map<Key, Value>(), new Map<Key, Value>()];
  let turnsAt = now() + dayMs;
  return {
    get: (key: Key) => current.get(key) ?? previous.get(key),
    has: (key: Key) => current.has(key) || previous.has(key),
    set(key: Key, value: Value): void {
      if (now() >= turnsAt) {
        [current, previous, turnsAt] = [new Map(), current, now() + dayMs];
      }
      current.set(key, value);
    },
  };
}
