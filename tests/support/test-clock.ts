import type { Clock } from '#bridge/core/clock.ts';

/** A bridge's clock that only a test advances: sleepers wake in the order of their times. */
export function createTestClock(startAt: number) {
  let at = startAt;
  const sleepers = new Set<{ readonly due: number; readonly wake: () => void }>();
  const clock: Clock = {
    now: () => at,
    sleep(ms, signal) {
      if (ms <= 0 || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper = {
          due: at + ms,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      });
    },
  };
  return {
    ...clock,
    /** Moves on, and lets everyone who wakes do what they do without waiting. */
    async advance(ms: number): Promise<void> {
      const until = at + ms;
      for (;;) {
        const [next] = [...sleepers].filter(({ due }) => due <= until).sort((left, right) => left.due - right.due);
        if (!next) break;
        at = Math.max(at, next.due);
        next.wake();
        await new Promise((done) => setImmediate(done));
      }
      at = until;
      await new Promise((done) => setImmediate(done));
    },
  };
}
