import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { defineIsland } from '#app/shell/define-island.tsx';
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

export const StatisticsIsland = defineIsland({
  route: 'statistics',
  texts: TextsProvider,
  screen: Statistics,
  skeleton: StatisticsSkeleton,
});

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
      <Groups statistics={statistics} />
      <p className="muted">{strings.disclosure}</p>
    </>
  );
}
