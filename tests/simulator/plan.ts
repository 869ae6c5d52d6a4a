import { dayMs, hourMs } from '#lib/durations.ts';
import * as bank from './actions-bank.ts';
import * as firm from './actions-firm.ts';
import { identify } from './actions-identity.ts';
import * as people from './actions-people.ts';
import * as risk from './actions-risk.ts';
import { type Chance, createChance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

const jumps = [0.02, 1, 5, 7, 24, 24, 72];

type Act = (world: World, trader: Trader, chance: Chance, firm: Firm) => Promise<void>;

/** What people, their banks, the staff and the platform do, and how often each is chosen. */
const kinds = {
  clock: [6, (world, _, chance) => world.pass(chance.pick(jumps) * hourMs)],
  trade: [8, people.trade],
  request: [6, people.request],
  cancel: [1, people.cancel],
  resend: [1, people.resend],
  order: [4, people.order],
  dispute: [1, people.dispute],
  unsubscribe: [1, people.unsubscribe],
  withdraw: [1, people.withdraw],
  join: [1, people.join],
  decide: [10, firm.decide],
  refund: [2, firm.refund],
  bank: [2, firm.bank],
  batch: [2, bank.batch],
  bankFile: [3, bank.bankFile],
  identify: [2, identify],
  judgeDispute: [1, firm.judgeDispute],
  connection: [2, firm.connection],
  desk: [2, risk.desk],
  halt: [2, risk.halt],
  conduct: [2, risk.conduct],
} as const satisfies Record<string, readonly [number, Act]>;

type Kind = keyof typeof kinds;

/** Everything in a step follows from its seed, so that leaving out another changes nothing in it. */
export type Step = {
  readonly number: number;
  readonly kind: Kind;
  readonly who: number;
  readonly seed: number;
  readonly fault: 'none' | 'unreliable' | 'stop';
};

/** The steps that a seed plays until so many months of 30 days have passed. */
export function makePlan(seed: number, months: number): readonly Step[] {
  const chance = createChance(seed);
  const lots = Object.entries(kinds).flatMap(([kind, [weight]]) => Array<Kind>(weight).fill(kind as Kind));
  const steps: Step[] = [];
  for (let left = months * 30 * dayMs; left > 0; ) {
    const kind = chance.pick(lots);
    const step = { number: steps.length, kind, who: chance.below(12), seed: chance.below(2 ** 31) };
    const fault = chance.hits(0.25) ? 'unreliable' : chance.hits(0.15) ? 'stop' : 'none';
    steps.push({ ...step, fault });
    if (kind === 'clock') left -= createChance(step.seed).pick(jumps) * hourMs;
  }
  return steps;
}

export async function play(world: World, staff: Firm, { number, kind, who, seed, fault }: Step): Promise<void> {
  const trader = staff.traders[who % staff.traders.length];
  const act: Act = kinds[kind][1];
  if (trader) await world.attempt(`step ${number}`, seed, fault, (chance) => act(world, trader, chance, staff));
}
