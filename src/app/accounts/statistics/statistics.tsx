import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { pathTo } from '#routes.ts';
import page from '#ui/account-page.module.css';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { $choice, $statistics, followStatistics, loadStatistics } from '../stores/statistics.ts';
import { Curve } from './curve.tsx';
import { Figures } from './figures.tsx';
import { FindingCards } from './finding-cards.tsx';
import { Groups } from './groups.tsx';
import { MonthHeatmap } from './month-heatmap.tsx';
import styles from './statistics.module.css';
import { StatisticsHeader } from './statistics-filters.tsx';
import { FiguresSkeleton, StatisticsSkeleton } from './statistics-skeleton.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import type { StatisticsProps } from './types.ts';

export function StatisticsIsland(props: StatisticsProps) {
  return (
    <AppShell route="statistics" locale={props.locale} calls={props.calls} skeleton={<StatisticsSkeleton />}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <Statistics {...props} />
      </TextsProvider>
    </AppShell>
  );
}

function Statistics(props: StatisticsProps) {
  useEffect(() => followStatistics(), []);
  return (
    <div className={page.page}>
      <StatisticsHeader {...props} />
      <Body programNames={props.programNames} />
    </div>
  );
}

function Body({ programNames }: Pick<StatisticsProps, 'programNames'>) {
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
        titleLevel={2}
        title={strings.empty_title}
        text={strings.empty_text}
        action={<Button href={pathTo('myAccount', {}, locale)}>{strings.back}</Button>}
      />
    );
  }
  return (
    <>
      {statistics.truncated && <Alert>{strings.truncated}</Alert>}
      <Figures statistics={statistics} />
      <div className={styles.results}>
        <Curve statistics={statistics} />
        <MonthHeatmap key={JSON.stringify(choice)} days={statistics.curve.days} />
      </div>
      <FindingCards statistics={statistics} />
      <Groups statistics={statistics} programNames={programNames} />
      <p className="muted">{strings.disclosure}</p>
    </>
  );
}
