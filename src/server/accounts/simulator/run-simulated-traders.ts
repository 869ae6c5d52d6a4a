import type { Deps } from '#server/core/deps.ts';
import { isReady } from '#server/core/health/readiness.ts';
import { tickTraders } from './simulated-traders.ts';

const intervalMs = 1_000;

/**
 * Runs the simulated platform about once a second around the clock, so that a demo also moves on weekends; the
 * account screen labels it as simulated.
 * @returns a function that stops it and waits for the current round
 */
export function runSimulatedTraders(deps: Deps): () => Promise<void> {
  if (!deps.platform.isSimulated) return async () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round = Promise.resolve();

  async function play(): Promise<void> {
    const startedAt = performance.now();
    if (isReady(deps))
      await tickTraders(deps).catch((error: unknown) => deps.log.error({ err: error }, 'simulated trading failed'));
    if (!stopped) timer = setTimeout(begin, Math.max(50, intervalMs - (performance.now() - startedAt)));
  }

  function begin(): void {
    round = play();
  }

  begin();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
