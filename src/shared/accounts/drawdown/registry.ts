import type { DrawdownFields, DrawdownRule } from './drawdown-rule.ts';
import { endOfDayDrawdown } from './end-of-day.ts';
import { intradayDrawdown } from './intraday.ts';
import { noDrawdown } from './none.ts';
import { endOfDayPercentDrawdown, intradayPercentDrawdown } from './percent-of-peak.ts';
import { staticDrawdown } from './static.ts';

/** All drawdown modes. The types of rules, their schema, calls and tests derive from it. */
export const drawdownRules = {
  none: noDrawdown,
  static: staticDrawdown,
  'end-of-day': endOfDayDrawdown,
  intraday: intradayDrawdown,
  'end-of-day-percent': endOfDayPercentDrawdown,
  'intraday-percent': intradayPercentDrawdown,
} as const;

export type DrawdownMode = keyof typeof drawdownRules;

type FieldOf<Mode extends DrawdownMode> = (typeof drawdownRules)[Mode]['fields'][number];

export type Drawdown = {
  [Mode in DrawdownMode]: { readonly mode: Mode } & Pick<DrawdownFields, FieldOf<Mode>>;
}[DrawdownMode];

/** The parts of an account's rules that decide its floor. */
type FloorRules = { readonly drawdown: Drawdown; readonly startingBalanceCents: number };

export const drawdownModes = Object.keys(drawdownRules) as [DrawdownMode, ...DrawdownMode[]];

/** The rule of a mode; it reads only the fields that its own mode states. */
function ruleOf(mode: DrawdownMode): DrawdownRule<keyof DrawdownFields> {
  return drawdownRules[mode] as DrawdownRule<keyof DrawdownFields>;
}

export function isTrailing(mode: DrawdownMode): boolean {
  return drawdownRules[mode].trails;
}

/** Whether only a daily limit can end accounts of the mode. */
export function isFloorless(mode: DrawdownMode): boolean {
  return ruleOf(mode).fields.length === 0;
}

export function marksAt(mode: DrawdownMode): 'close' | 'equity' {
  return drawdownRules[mode].marks;
}

/** The distance from the starting balance down to the first floor; null if there is no floor. */
export function findMaxLoss(rules: FloorRules): number | null {
  const floorCents = findFloor(rules, rules.startingBalanceCents);
  return floorCents === null ? null : rules.startingBalanceCents - floorCents;
}

/** The share of the peak that the floor is below it, in basis points; null if it is a sum. */
export function findMaxLossShare({ drawdown }: Pick<FloorRules, 'drawdown'>): number | null {
  return 'maxLossBps' in drawdown ? drawdown.maxLossBps : null;
}

/** Where the floor stops rising; null if it never moves or never locks. */
export function findLock({ drawdown, startingBalanceCents }: FloorRules): number | null {
  return ruleOf(drawdown.mode).lockCents(drawdown as unknown as DrawdownFields, startingBalanceCents);
}

/** The floor once the high-water mark has reached this value; null if the account has none. */
export function findFloor({ drawdown, startingBalanceCents }: FloorRules, highWaterMarkCents: number): number | null {
  return ruleOf(drawdown.mode).floorCents(
    drawdown as unknown as DrawdownFields,
    startingBalanceCents,
    highWaterMarkCents,
  );
}
