import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import type { AccountDetails } from './stores/details.ts';
import { type AccountTexts, useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

/** The rules this account was bought under and, where a later version differs, the later text. */
export function RuleList({ details }: Pick<DetailsProps, 'details'>) {
  const { strings, t, locale } = useTexts();
  const { boughtVersion, todayVersion } = details;
  const isSame = boughtVersion === todayVersion;
  const lines = details.rules.filter((line) => line.value !== null || line.today !== null);
  const differs = lines.some((line) => line.value !== line.today);
  return (
    <>
      <DescriptionList
        ruled
        items={lines.map((line) => ({
          term: strings[`rule_${line.field}`],
          value: ruleText(line, line.value, strings, locale),
          note:
            line.value === line.today
              ? undefined
              : t('rule_today', { value: ruleText(line, line.today, strings, locale) }),
        }))}
      />
      <p className={styles.missing}>
        {isSame
          ? t('rules_same', { version: boughtVersion })
          : t(differs ? 'rules_differ' : 'rules_unchanged', { bought: boughtVersion, today: todayVersion })}{' '}
        <a href={`/rules/${boughtVersion}.json`}>{strings.rules_file}</a>.{' '}
        <a href={pathTo('rules', {}, locale)}>{strings.rules_versions}</a>
      </p>
    </>
  );
}

type RuleLine = AccountDetails['rules'][number];

/** A rule's value as text. */
function ruleText(line: RuleLine, value: RuleLine['value'], strings: AccountTexts['strings'], locale: string): string {
  if (value === null) return strings.rule_none;
  if (typeof value === 'string') {
    if (line.field === 'spreads') return strings[`rule_spreads_${value}` as 'rule_spreads_allowed'];
    return line.field === 'dailyLossMode'
      ? strings[`rule_daily_${value}` as 'rule_daily_soft']
      : strings[`rule_mode_${value}` as 'rule_mode_static'];
  }
  if (line.unit === 'cents') return formatFigure(value, locale, { whole: true });
  const style = line.unit === 'share' ? 'percent' : 'decimal';
  return new Intl.NumberFormat(formatLocale(locale), { style }).format(line.unit === 'share' ? value / 10_000 : value);
}
