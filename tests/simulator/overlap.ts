import fc from 'fast-check';
import { drawCommission } from './actions-affiliates.ts';
import { decide, judgeDispute, refund } from './actions-firm.ts';
import { moveBank } from './actions-payee.ts';
import { cancel, dispute, request, resend, unsubscribe } from './actions-people.ts';
import { arrange } from './actions-person.ts';
import { conduct, desk } from './actions-risk.ts';
import { type Chance, createChance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

type Act = (world: World, trader: Trader, chance: Chance, firm: Firm) => Promise<unknown>;

/** What doesn't move the clock, nor runs jobs. */
const draw: Act = (world, trader, chance) => request(world, trader, chance);
const acts: readonly Act[] = [
  ...[draw, draw, cancel, decide, decide, resend, refund, refund, unsubscribe, dispute, judgeDispute, moveBank],
  ...[desk, arrange, conduct, drawCommission],
];

/** Two or three do something about the same person at the same time; a scheduler draws whose next statement runs. */
export async function overlap(world: World, trader: Trader, chance: Chance, firm: Firm): Promise<void> {
  const [scheduler] = fc.sample(fc.scheduler(), { numRuns: 1, seed: chance.below(2 ** 31) });
  if (!scheduler) return;
  world.state.takeTurn = () => scheduler.schedule(Promise.resolve());
  const chosen = Array.from({ length: chance.between(2, 3) }, () => ({
    act: chance.pick(acts),
    seed: chance.below(2 ** 31),
  }));
  await scheduler.waitFor(Promise.all(chosen.map(({ act, seed }) => act(world, trader, createChance(seed), firm))));
  world.state.takeTurn = undefined;
  world.count('overlap');
}
