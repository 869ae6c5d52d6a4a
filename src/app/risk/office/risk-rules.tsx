import { textOf, useTexts } from '#app/office/texts.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { RiskAccount } from '../stores/risk-account.ts';
import styles from './risk.module.css';

export function RiskRules({ rules }: { readonly rules: RiskAccount['rules'] }) {
  const { strings, t, locale } = useTexts();
  const limit = (mode: string, limitCents: number | null) =>
    limitCents === null ? (
      strings.value_none
    ) : (
      <>
        <Money cents={limitCents} locale={locale} /> · {textOf(strings, 'value', mode)}
      </>
    );
  const { startingBalanceCents, maxContracts, drawdownMode, maxLossCents, dailyLossMode, dailyLimitCents } = rules;
  return (
    <>
      <h3 className={styles.part}>{strings.risk_rules}</h3>
      <DescriptionList
        ruled
        items={[
          { term: strings.risk_starting_balance, value: <Money cents={startingBalanceCents} locale={locale} /> },
          { term: strings.column_maxLossCents, value: limit(drawdownMode, maxLossCents) },
          { term: strings.column_dailyLimitCents, value: limit(dailyLossMode, dailyLimitCents) },
          {
            term: strings.column_targetCents,
            value:
              rules.targetCents === null ? strings.value_none : <Money cents={rules.targetCents} locale={locale} />,
          },
          { term: strings.risk_limit, value: t('risk_contracts', { count: maxContracts }) },
        ]}
      />
    </>
  );
}
