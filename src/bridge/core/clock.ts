import { setTimeout as wait } from 'node:timers/promises';

/** Time for a bridge; a test brings its own. */
export type Clock = {
  /** UTC ms. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(Math.max(0, ms), undefined, signal ? { signal } : {}).catch(() => undefined),
};

/** Repeats a step until the signal aborts, each time after `everyMs`. A step that fails is reported and repeated. */
export async function repeat(
  clock: Clock,
  everyMs: number,
  signal: AbortSignal,
  step: () => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    await step().catch((error: unknown) => say(`will try again: ${error instanceof Error ? error.message : error}`));
    await clock.sleep(everyMs, signal);
  }
}
