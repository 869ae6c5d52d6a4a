import type { AccountRules, Drawdown } from '../rules/types.ts';
import type { DrawdownMode, DrawdownOf, DrawdownRule } from './drawdown-rule.ts';
import { endOfDayDrawdown } from './end-of-day.ts';
import { intradayDrawdown } from './intraday.ts';
import { noDrawdown } from './none.ts';
import { staticDrawdown } from './static.ts';

/** All drawdown modes. A mode without a rule fails to compile. */
export const drawdownRules = {
  none: noDrawdown,
  static: staticDrawdown,
  'end-of-day': endOfDayDrawdown,
  intraday: intradayDrawdown,
} as const satisfies { readonly [Mode in DrawdownMode]: DrawdownRule<DrawdownOf<Mode>> };

export const drawdownModes = Object.keys(drawdownRules) as [DrawdownMode, ...DrawdownMode[]];

function ruleOf({ mode }: Drawdown): DrawdownRule {
  return drawdownRules[mode];
}

export function isTrailing(mode: DrawdownMode): boolean {
  return drawdownRules[mode].trails;
}

/** The distance from the reference down to the floor; null if there is no floor. */
export function findMaxLoss(drawdown: Drawdown): number | null {
  return ruleOf(drawdown).maxLossCents(drawdown);
}

/** Where the floor stops rising; null if it never moves or never locks. */
export function findLock({ drawdown, startingBalanceCents }: AccountRules): number | null {
  return ruleOf(drawdown).lockCents(drawdown, startingBalanceCents);
}

/** The floor of a new account; null if it has none. */
export function findStartingFloor({ drawdown, startingBalanceCents }: AccountRules): number | null {
  const maxLossCents = findMaxLoss(drawdown);
  return maxLossCents === null ? null : startingBalanceCents - maxLossCents;
}
