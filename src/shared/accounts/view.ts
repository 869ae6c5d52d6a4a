import * as z from 'zod/mini';
import { accountStatuses, breachRules, type Position } from './model.ts';
import { lockRules } from './rules/flat-by.ts';

const cents = z.int();
const maybeCents = z.nullable(cents);
const moment = z.int();

const breach = z.object({
  rule: z.enum(breachRules),
  at: moment,
  day: z.string(),
  floorCents: cents,
  equityCents: cents,
});

const objective = z.discriminatedUnion('name', [
  z.object({ name: z.literal('target'), reached: z.boolean(), currentCents: cents, requiredCents: cents }),
  z.object({ name: z.literal('days'), reached: z.boolean(), current: z.int(), required: z.int() }),
  z.object({ name: z.literal('consistency'), reached: z.boolean(), bestDayCents: cents, requiredProfitCents: cents }),
]);

export const dailyResult = z.object({
  day: z.string(),
  openBalanceCents: cents,
  profitCents: cents,
  fills: z.int(),
  closed: z.boolean(),
});

/**
 * What a person sees of an account: distances, progress and remaining requirements. After a breach, equity and floor
 * stay as they were at the breach, whatever happens to the positions; the balance follows the platform.
 */
export const accountView = z.object({
  status: z.enum(accountStatuses),
  /** What locks the account; null unless it is locked. */
  lockedBy: z.nullable(z.enum(lockRules)),
  breach: z.nullable(breach),
  startingBalanceCents: cents,
  balanceCents: cents,
  equityCents: cents,
  highWaterMarkCents: cents,
  floorCents: maybeCents,
  floorLocked: z.boolean(),
  /** How far the floor can rise before it locks; null if it is locked or never locks. */
  untilLockCents: maybeCents,
  /** Equity above the maximum floor, at least zero; null if there is none. */
  remainingDrawdownCents: maybeCents,
  /** Equity above the higher of the daily and the maximum floor, at least zero; null if there is neither. */
  remainingDailyDrawdownCents: maybeCents,
  /** The higher of the two floors, which equity reaches first. */
  nearestFloorCents: maybeCents,
  /** Open positions, signed: positive is long. `costTicks`: signed quantity × entry price. */
  positions: z.array(z.object({ instrument: z.string(), month: z.string(), quantity: z.int(), costTicks: z.int() })),
  /** In minis; micros count as tenths. */
  contractsInUse: z.number(),
  maxContracts: z.int(),
  objectives: z.array(objective),
  today: z.nullable(dailyResult),
  lastEventAt: z.nullable(moment),
});

export type Objective = z.output<typeof objective>;
export type AccountView = Omit<z.output<typeof accountView>, 'positions'> & {
  positions: Pick<Position, 'instrument' | 'month' | 'quantity' | 'costTicks'>[];
};
