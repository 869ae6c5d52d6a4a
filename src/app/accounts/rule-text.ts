import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { AccountDetails } from './stores/details.ts';
import type { AccountStrings } from './types.ts';

type RuleLine = AccountDetails['rules'][number];

/** A rule's value as text. */
export function ruleText(line: RuleLine, value: RuleLine['value'], strings: AccountStrings, locale: string): string {
  if (value === null) return strings.rule_none;
  if (typeof value === 'string') {
    return line.field === 'dailyLossMode'
      ? strings[`rule_daily_${value}` as 'rule_daily_soft']
      : strings[`rule_mode_${value}` as 'rule_mode_static'];
  }
  if (line.unit === 'cents') return formatMoney(value, locale, { whole: true });
  const style = line.unit === 'share' ? 'percent' : 'decimal';
  return new Intl.NumberFormat(formatLocale(locale), { style }).format(line.unit === 'share' ? value / 10_000 : value);
}
