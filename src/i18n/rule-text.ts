import { readSteps } from '#shared/accounts/rules/contract-steps.ts';
import type { RuleLine } from '#shared/accounts/rules/differences.ts';
import { formatNumber, formatShare } from './format.ts';
import type { NamespaceKey } from './keys.ts';
import type { Locale } from './locales.ts';
import type { Translate } from './translate.ts';

type Texts = {
  readonly t: Translate<NamespaceKey<'accounts'>>;
  readonly locale: Locale;
  readonly money: (cents: number) => string;
};

const words: Partial<Record<RuleLine['field'], string>> = {
  dailyLossMode: 'daily',
  drawdownMode: 'mode',
  flatBy: 'flat',
  spreads: 'spreads',
};

export function ruleText(
  { field, unit }: Pick<RuleLine, 'field' | 'unit'>,
  value: RuleLine['value'],
  { t, locale, money }: Texts,
): string {
  if (value === null) return t('rule_none');
  if (typeof value === 'number') {
    if (unit === 'cents') return money(value);
    return unit === 'share' ? formatShare(value, locale) : formatNumber(value, locale);
  }
  if (unit !== 'steps') return t(`rule_${words[field]}_${value}` as NamespaceKey<'accounts'>);
  const steps = readSteps(value);
  return steps
    .map(({ belowProfitCents, maxContracts: count }) => t('rule_step', { count, profit: money(belowProfitCents) }))
    .join(', ');
}
