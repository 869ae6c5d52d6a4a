import { useStore } from '@nanostores/react';
import { Skeletons } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { ChartCard } from './chart-card.tsx';
import { DaysCard } from './days-card.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { FillsCard } from './fills-card.tsx';
import { ChartSkeleton, PairSkeleton } from './skeleton.tsx';
import { $failedHistory, isOpened, openAccount } from './stores/accounts.ts';
import { type CardProps, useTexts } from './texts.ts';

type HistoryCardsProps = CardProps & {
  /** Whether to show only the chart at first. */
  readonly isChartOnly: boolean;
};

export function HistoryCards({ account, isChartOnly }: HistoryCardsProps) {
  const { strings } = useTexts();
  const failedId = useStore($failedHistory);
  if (isOpened(account)) {
    return (
      <>
        <ChartCard account={account} />
        {isChartOnly ? (
          <PairSkeleton />
        ) : (
          <div className={styles.pair}>
            <DaysCard key={account.id} account={account} />
            <FillsCard account={account} />
          </div>
        )}
      </>
    );
  }
  if (failedId === account.id) return <FailedAlert again={() => openAccount(account.id)} />;
  return (
    <Skeletons label={strings.loading}>
      <ChartSkeleton />
      <PairSkeleton />
    </Skeletons>
  );
}
