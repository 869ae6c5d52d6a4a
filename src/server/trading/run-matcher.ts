import type { Deps } from '#server/core/deps.ts';
import { isReady } from '#server/core/health/readiness.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { matchOpenAccounts } from './match.ts';

const minPauseMs = 20;

/**
 * Matches working orders and positions with every frame of the simulated market. Frames missed while no server ran are
 * matched first, in order. A copy that isn't ready waits, because its clock may be wrong.
 * @returns a function that stops it and waits for the current round
 */
export function runMatcher(deps: Deps): () => Promise<void> {
  if (!deps.platform.takesOrders) return async () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round = Promise.resolve();

  async function match(): Promise<void> {
    const startedAt = performance.now();
    if (isReady(deps))
      await matchOpenAccounts(deps).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the market could not be matched'),
      );
    if (!stopped) timer = setTimeout(begin, Math.max(minPauseMs, frameMs - (performance.now() - startedAt)));
  }

  function begin(): void {
    round = match();
  }

  begin();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
