import { ruleText } from '#i18n/rule-text.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import { type DetailsProps, useTexts } from './texts.ts';

/** The rules this account was bought under and, where a later version differs, the later text. */
export function RuleList({ details }: Pick<DetailsProps, 'details'>) {
  const { strings, t, locale } = useTexts();
  const texts = { t, locale, money: (cents: number) => formatFigure(cents, locale, { whole: true }) };
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
          value: ruleText(line, line.value, texts),
          note: line.value === line.today ? undefined : t('rule_today', { value: ruleText(line, line.today, texts) }),
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
