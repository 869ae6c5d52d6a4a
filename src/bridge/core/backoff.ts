import { minuteMs, secondMs } from '#lib/durations.ts';

/** How long to wait before the next attempt, ms: twice as long after each that failed, and at most a minute. */
export function createBackoff() {
  let nextMs = secondMs;
  return {
    after(hasWorked: boolean): number {
      const waitMs = hasWorked ? secondMs : nextMs;
      nextMs = hasWorked ? secondMs : Math.min(2 * nextMs, minuteMs);
      return waitMs;
    },
  };
}
