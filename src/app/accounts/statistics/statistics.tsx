import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useAccountName } from '#app/shell/program-names.ts';
import { pathTo } from '#routes.ts';
import page from '#ui/account-page.module.css';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  $accountNames,
  $choice,
  $groups,
  $isStale,
  $statistics,
  choose,
  followStatistics,
  loadStatistics,
  type StatisticsPeriod,
  saveTrades,
} from '../stores/statistics.ts';
import { Curve } from './curve.tsx';
import { Figures } from './figures.tsx';
import { FindingCards } from './finding-cards.tsx';
import { Groups } from './groups.tsx';
import { MonthHeatmap } from './month-heatmap.tsx';
import styles from './statistics.module.css';
import { defineIsland, useTexts } from './texts.ts';

const periods = ['week', 'month', 'quarter', 'all'] as const satisfies readonly StatisticsPeriod[];
const allAccounts = '';

function StatisticsHeader() {
  const { strings } = useTexts();
  const { group, accountId, period } = useStore($choice);
  const groups = useStore($groups);
  const names = useStore($accountNames).filter((name) => name.group === group);
  const nameOf = useAccountName();
  const isStale = useStore($isStale);
  return (
    <header className="cluster">
      <h1 className={styles.title}>{strings.title}</h1>
      {group !== null && groups.length > 1 && (
        <Segmented
          label={strings.group_choice}
          value={group}
          onChange={(value) => void choose({ group: value })}
          options={groups.map((value) => ({ value, label: strings[`accounts_${value}`] }))}
        />
      )}
      <p role="status" className={styles.status}>
        {isStale && <Button label={strings.stale} variant="quiet" size="small" onClick={() => void loadStatistics()} />}
      </p>
      <Select
        label={strings.account}
        hideLabel
        className={styles.account}
        value={accountId ?? allAccounts}
        onChange={({ target }) => void choose({ accountId: target.value === allAccounts ? null : target.value })}
        options={[
          { value: allAccounts, label: group === null ? strings.account_all : strings[`all_${group}`] },
          ...names.map((name) => ({ value: name.id, label: nameOf(name) })),
        ]}
      />
      <Segmented
        label={strings.period}
        value={period}
        onChange={(value) => void choose({ period: value })}
        options={periods.map((value) => ({ value, label: strings[`period_${value}`] }))}
      />
      <Button label={strings.csv} variant="outline" size="small" onClick={() => void saveTrades()} />
    </header>
  );
}

export const StatisticsIsland = defineIsland({ route: 'statistics', screen: Statistics, skeleton: StatisticsSkeleton });

function Statistics() {
  useEffect(() => followStatistics(), []);
  return (
    <div className={page.page}>
      <StatisticsHeader />
      <Body />
    </div>
  );
}

function Body() {
  const { strings, locale } = useTexts();
  const state = useStore($statistics);
  const choice = useStore($choice);
  if (state.status === 'loading') return <FiguresSkeleton />;
  if (state.status === 'failed') {
    return <RetryAlert title={strings.failed_title} action={strings.failed_action} onRetry={loadStatistics} />;
  }
  const { data: statistics } = state;
  if (statistics.trades === 0) {
    return (
      <EmptyState
        title={strings.empty_title}
        text={strings.empty_text}
        action={<Button label={strings.back} href={pathTo('myAccount', {}, locale)} />}
      />
    );
  }
  return (
    <>
      {statistics.truncated && <Alert>{strings.truncated}</Alert>}
      <Figures statistics={statistics} />
      <div className={`stack ${styles.results}`}>
        <Curve statistics={statistics} />
        <MonthHeatmap key={JSON.stringify(choice)} days={statistics.curve.days} />
      </div>
      <FindingCards statistics={statistics} />
      <Groups statistics={statistics} />
      <p className="muted">{strings.disclosure}</p>
    </>
  );
}

function FiguresSkeleton() {
  return (
    <>
      <Skeleton shape="row" count={2} />
      <div className={`stack ${styles.results}`}>
        {['curve', 'months'].map((key) => (
          <Card key={key}>
            <Skeleton shape="chart" />
          </Card>
        ))}
      </div>
    </>
  );
}

/** The screen until the session is known. */
function StatisticsSkeleton() {
  return (
    <div className={page.page}>
      <Skeleton shape="heading" width="short" />
      <FiguresSkeleton />
    </div>
  );
}
