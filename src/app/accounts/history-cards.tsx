import { useStore } from '@nanostores/react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Skeletons } from '#ui/skeleton.tsx';
import { ChartCard } from './chart-card.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { ChartSkeleton, PairSkeleton } from './skeleton.tsx';
import { $failedHistory, isOpened, openAccount } from './stores/accounts.ts';
import { type CardProps, useTexts } from './texts.ts';

const PairCards = onDemand(async () => (await import('./details-cards.tsx')).PairCards);

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
        {isChartOnly ? <PairSkeleton /> : <PairCards account={account} fallback={<PairSkeleton />} />}
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
