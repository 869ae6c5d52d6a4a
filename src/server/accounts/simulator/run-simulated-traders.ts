import type { Deps } from '#server/core/deps.ts';
import { runRounds } from '#server/core/run-rounds.ts';
import { tickTraders } from './simulated-traders.ts';

const rounds = { everyMs: 1_000, minPauseMs: 50, failure: 'simulated trading failed' };

/**
 * Runs the simulated platform about once a second around the clock, so that a demo also moves on weekends; the
 * account screen labels it as simulated.
 * @returns a function that stops it and waits for the current round
 */
export function runSimulatedTraders(deps: Deps): () => Promise<void> {
  return deps.platform.isSimulated ? runRounds(deps, rounds, () => tickTraders(deps)) : async () => undefined;
}
