import { drawdownModes, drawdownRules } from '../drawdown/registry.ts';
import type { BreachRule } from '../state.ts';
import type { RuleLine } from './differences.ts';

/** The rule behind a breach: the key of its text and the amounts the text contains. */
export type BreachedRule = {
  readonly text: 'static' | 'end-of-day' | 'intraday' | 'daily';
  readonly lossCents: number;
  /** Where the floor stops rising; null if it never moves or never locks. */
  readonly lockCents: number | null;
};

/** @param lines the rules that the account was bought under */
export function breachedRuleOf(
  lines: readonly Pick<RuleLine, 'field' | 'value'>[],
  breached: BreachRule,
): BreachedRule {
  const ruleValue = (field: RuleLine['field']) => lines.find((line) => line.field === field)?.value ?? null;
  const amountOf = (field: RuleLine['field']) => Number(ruleValue(field) ?? 0);
  if (breached === 'daily-loss') return { text: 'daily', lossCents: amountOf('dailyLimit'), lockCents: null };
  const modeValue = ruleValue('drawdownMode');
  const mode = drawdownModes.find((each) => each === modeValue);
  const text = mode === undefined ? null : drawdownRules[mode].breachText;
  if (text === null) throw new RangeError(`an account with drawdown mode ${modeValue} can’t breach a maximum loss`);
  const lock = ruleValue('lockOffset');
  return {
    text,
    lossCents: amountOf('maxLoss'),
    lockCents: lock === null ? null : Number(lock),
  };
}
