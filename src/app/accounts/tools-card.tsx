import { memo } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { ruleText } from '#i18n/rule-text.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { isOver, isTraded } from '#shared/accounts/lifecycle.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { SizeCalculator } from '#ui/size-calculator.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type Tab, Tabs } from '#ui/tabs.tsx';
import styles from './accounts.module.css';
import { useSizeTexts } from './size-texts.ts';
import { type CardProps, type DetailsProps, useTexts } from './texts.ts';

const placeholder = <Skeleton shape="row" count={5} />;

/** Loaded when their tab is opened. */
const AlertSettings = onDemand(async () => (await import('./alerts/alert-settings.tsx')).AlertSettings);
const PersonalStopPanel = onDemand(async () => (await import('./personal-stop-panel.tsx')).PersonalStopPanel);

/** What the owner sets or looks up: the size, the personal stop, the alerts and the rules, one at a time. */
export const ToolsCard = memo(function ToolsCard({ account, details }: DetailsProps) {
  const { strings } = useTexts();
  const { id, stage } = account;
  const tabs: readonly Tab[] = [
    ...(isTraded(stage)
      ? [
          {
            key: 'size',
            label: strings.tab_size,
            content: () => <SizePanel account={account} />,
          },
        ]
      : []),
    ...(isOver(stage)
      ? []
      : [
          {
            key: 'stop',
            label: strings.personal_stop_tab,
            content: () => <PersonalStopPanel fallback={placeholder} account={account} />,
          },
          {
            key: 'alerts',
            label: strings.alerts_title,
            content: () => <AlertSettings fallback={placeholder} account={account} />,
          },
        ]),
    { key: 'rules', label: strings.rules_title, content: () => <RuleList details={details} /> },
  ];
  if (tabs.length === 1) {
    return (
      <Card as="section" title={strings.rules_title}>
        <RuleList details={details} />
      </Card>
    );
  }
  return (
    <Card as="section" padding="none" aria-label={strings.tools_title}>
      <Tabs key={id} label={strings.tools_title} tabs={tabs} />
    </Card>
  );
});

/** The rules this account was bought under and, where a later version differs, the later text. */
function RuleList({ details }: Pick<DetailsProps, 'details'>) {
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

function SizePanel({ account }: CardProps) {
  const { locale } = useTexts();
  const { strings } = useSizeTexts();
  const { view } = account;
  const latest = account.history?.fills[0]?.instrument ?? '';
  return (
    <SizeCalculator
      key={`${account.id} ${account.history === null}`}
      strings={strings}
      locale={locale}
      account={{
        remainingCents: view.remainingDailyDrawdownCents,
        freeContracts: Math.max(0, view.maxContracts - view.contractsInUse),
      }}
      {...(isInstrument(latest) ? { start: latest } : {})}
    />
  );
}
