import { type DrawdownMode, drawdownModes } from '../drawdown/registry.ts';
import type { BreachRule } from '../model.ts';
import type { RuleLine } from './differences.ts';

/** The rule behind a breach: the key of its text and the amounts the text contains. */
export type BreachedRule = {
  readonly text: Exclude<DrawdownMode, 'none'> | 'daily';
  readonly loss: { readonly unit: 'cents' | 'share'; readonly value: number };
  /** Where the floor stops rising; null if it never moves or never locks. */
  readonly lockCents: number | null;
};

/** @param lines the rules that the account was bought under */
export function breachedRuleOf(
  lines: readonly Pick<RuleLine, 'field' | 'value'>[],
  breached: BreachRule,
): BreachedRule {
  const ruleValue = (field: RuleLine['field']) => lines.find((line) => line.field === field)?.value ?? null;
  const lossOf = (sum: RuleLine['field'], share: RuleLine['field']): BreachedRule['loss'] => {
    const bps = ruleValue(share);
    return bps === null ? { unit: 'cents', value: Number(ruleValue(sum) ?? 0) } : { unit: 'share', value: Number(bps) };
  };
  if (breached === 'daily-loss')
    return { text: 'daily', loss: lossOf('dailyLimit', 'dailyLimitShare'), lockCents: null };
  const modeValue = ruleValue('drawdownMode');
  const mode = drawdownModes.find((each) => each === modeValue);
  if (mode === undefined || mode === 'none') {
    throw new RangeError(`an account with drawdown mode ${modeValue} can’t breach a maximum loss`);
  }
  const lock = ruleValue('lockOffset');
  return {
    text: mode,
    loss: lossOf('maxLoss', 'maxLossShare'),
    lockCents: lock === null ? null : Number(lock),
  };
}
