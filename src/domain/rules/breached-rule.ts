import type { BreachRule } from '../account/state.ts';
import { drawdownModes, drawdownRules } from '../drawdown/registry.ts';
import type { RuleLine } from './differences.ts';

/** The rule behind a breach: the key of its text and the amounts in it. */
export type BreachedRule = {
  readonly text: 'static' | 'end-of-day' | 'intraday' | 'daily';
  readonly lossCents: number;
  /** Where the floor stops rising; null if it never moves or never locks. */
  readonly lockCents: number | null;
};

/** @param lines the rules as bought */
export function breachedRuleOf(
  lines: readonly Pick<RuleLine, 'field' | 'value'>[],
  breached: BreachRule,
): BreachedRule {
  const wordOf = (field: RuleLine['field']) => lines.find((line) => line.field === field)?.value ?? null;
  const amountOf = (field: RuleLine['field']) => Number(wordOf(field) ?? 0);
  if (breached === 'daily-loss') return { text: 'daily', lossCents: amountOf('dailyLimit'), lockCents: null };
  const word = wordOf('drawdownMode');
  const mode = drawdownModes.find((each) => each === word);
  const text = mode === undefined ? null : drawdownRules[mode].breachText;
  if (text === null) throw new RangeError(`an account with drawdown mode ${word} can’t breach a maximum loss`);
  const lock = wordOf('lockOffset');
  return {
    text,
    lossCents: amountOf('maxLoss'),
    lockCents: lock === null ? null : Number(lock),
  };
}
