import { dayMs, hourMs } from '#lib/durations.ts';
import { affiliate, judgeCommission } from './actions-affiliates.ts';
import * as bank from './actions-bank.ts';
import * as firm from './actions-firm.ts';
import { identify, prove } from './actions-identity.ts';
import * as office from './actions-office.ts';
import * as operators from './actions-operators.ts';
import { moveBank } from './actions-payee.ts';
import * as people from './actions-people.ts';
import * as person from './actions-person.ts';
import { look } from './actions-reads.ts';
import * as risk from './actions-risk.ts';
import * as shop from './actions-shop.ts';
import * as support from './actions-support.ts';
import { copier, terminal } from './actions-terminal.ts';
import { listen } from './actions-webhooks.ts';
import { type Chance, createChance, passTime } from './chance.ts';
import { close } from './closure.ts';
import type { Firm, Trader } from './firm.ts';
import { season, soon } from './lives.ts';
import { drawOptions } from './options.ts';
import { overlap } from './overlap.ts';
import { correct } from './trade-all.ts';
import type { World } from './world.ts';

const jumps = [0.02, 1, 5, 7, 24, 24, 72];

/** How long a process lives at most in a step that is to end it, in its own steps, if not 150. */
const stepsOf: Readonly<Partial<Record<string, number>>> = { season: 3_000, close: 1_500 };

type Act = (world: World, trader: Trader, chance: Chance, firm: Firm) => Promise<void>;

/** What people, their banks, the staff and the platform do, and how often each is chosen. */
const kinds = {
  clock: [6, (world, _, chance) => world.pass(chance.pick(jumps) * hourMs)],
  clockBack: [1, setBack],
  season: [4, season],
  trade: [3, people.trade],
  correct: [2, correct],
  request: [2, request],
  cancel: [1, people.cancel],
  resend: [1, people.resend],
  order: [8, shop.order],
  refer: [5, shop.refer],
  subscriber: [2, shop.subscriber],
  affiliate: [4, affiliate],
  judgeCommission: [1, judgeCommission],
  moveBank: [1, moveBank],
  arrange: [1, person.arrange],
  settings: [1, person.settings],
  listen: [3, listen],
  declareEnd: [1, person.declareEnd],
  leave: [1, person.leave],
  write: [2, support.write],
  agent: [2, support.agent],
  suggest: [1, support.suggest],
  incident: [4, support.incident],
  offer: [2, office.offer],
  reviewer: [1, office.reviewer],
  inquire: [2, office.inquire],
  tidy: [1, office.tidy],
  look: [6, look],
  dispute: [2, people.dispute],
  unsubscribe: [1, people.unsubscribe],
  withdraw: [1, people.withdraw],
  join: [2, people.join],
  decide: [4, firm.decide],
  refund: [2, firm.refund],
  bank: [2, firm.bank],
  batch: [2, bank.batch],
  bankFile: [3, bank.bankFile],
  identify: [2, identify],
  prove: [2, prove],
  judgeDispute: [2, firm.judgeDispute],
  connection: [2, firm.connection],
  desk: [1, risk.desk],
  halt: [1, risk.halt],
  conduct: [4, risk.conduct],
  terminal: [3, terminal],
  copier: [3, copier],
  movePlatform: [2, operators.movePlatform],
  upgrade: [1, operators.upgrade],
  restore: [1, operators.restore],
  overlap: [4, overlap],
  // Once, in the seeds whose options say so.
  close: [0, close],
} as const satisfies Record<string, readonly [number, Act]>;

type Kind = keyof typeof kinds;

/** About how long a season is. */
const seasonMs = 6 * dayMs;

async function request(world: World, trader: Trader, chance: Chance): Promise<void> {
  await people.request(world, trader, chance);
  await soon(world);
}

/** A machine's clock is corrected, by less than a clock may be wrong: never to a moment that has been. */
async function setBack(world: World, _: Trader, chance: Chance): Promise<void> {
  if (world.options.clockGoesBack) passTime(-chance.between(1_000, 90_000));
}

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
  const { unreliableShare, stopShare, refundPercent } = drawOptions(seed);
  const lots = Object.entries(kinds).flatMap(([kind, [weight]]) => Array<Kind>(weight).fill(kind as Kind));
  const steps: Step[] = [];
  for (let left = months * 30 * dayMs; left > 0; ) {
    const kind = chance.pick(lots);
    const step = { number: steps.length, kind, who: chance.below(12), seed: chance.below(2 ** 31) };
    const fault = chance.hits(unreliableShare) ? 'unreliable' : chance.hits(stopShare) ? 'stop' : 'none';
    steps.push({ ...step, fault });
    if (kind === 'season') left -= seasonMs;
    if (kind === 'clock') left -= createChance(step.seed).pick(jumps) * hourMs;
  }
  const close: Step = {
    number: steps.length,
    kind: 'close',
    who: 0,
    seed,
    fault: chance.pick(['none', 'stop'] as const),
  };
  if (refundPercent !== null) steps.splice(Math.ceil((steps.length * 2) / 3), 0, close);
  return steps;
}

export async function play(world: World, staff: Firm, { number, kind, who, seed, fault }: Step): Promise<void> {
  const trader = staff.traders[who % staff.traders.length];
  const act: Act = kinds[kind][1];
  if (trader)
    await world.attempt(`step ${number}`, seed, fault, (chance) => act(world, trader, chance, staff), stepsOf[kind]);
}
