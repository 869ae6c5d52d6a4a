import type { Deps } from '#server/core/deps.ts';
import { runRounds } from '#server/core/run-rounds.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { matchOpenAccounts } from './match.ts';

const rounds = { everyMs: frameMs, minPauseMs: 20, failure: 'the market could not be matched' };

/**
 * Matches working orders and positions with every frame of the simulated market. Frames missed while no server ran are
 * matched first, in order. A copy that isn't ready waits, because its clock may be wrong.
 * @returns a function that stops it and waits for the current round
 */
export function runMatcher(deps: Deps): () => Promise<void> {
  return deps.platform.takesOrders ? runRounds(deps, rounds, () => matchOpenAccounts(deps)) : async () => undefined;
}
