import { useStore } from '@nanostores/react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { pathTo } from '#routes.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { DaysCard } from './days-card.tsx';
import { useDetails } from './demand-cards.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { fillColumns, fillKey } from './fill-columns.tsx';
import { PayoutCard } from './payout-card.tsx';
import { ToolsSkeleton } from './skeleton.tsx';
import { $details, loadDetails } from './stores/details.ts';
import { type CardProps, type HistoryProps, useTexts } from './texts.ts';
import { ThisAccountCard } from './this-account-card.tsx';
import { ToolsCard } from './tools-card.tsx';

/** As many as fit the height of the month beside them. */
const shownFills = 7;

function FillsCard({ account }: HistoryProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  return (
    <Card
      as="section"
      title={strings.fills_title}
      aside={
        account.history.fills.length > 0 && (
          <a href={`${pathTo('fills', {}, locale)}?account=${account.id}`}>{strings.fills_all}</a>
        )
      }
    >
      <DataTable
        caption={strings.fills_title}
        rows={account.history.fills.slice(0, shownFills)}
        rowKey={fillKey}
        empty={<p className="muted">{strings.fills_empty}</p>}
        columns={fillColumns(texts, tradingDayOf(account.dayClosesAt - 1))}
      />
    </Card>
  );
}

// Few accounts have them.
const AdjustmentsCard = onDemand(async () => (await import('./adjustments-card.tsx')).AdjustmentsCard);
const DifferenceCard = onDemand(async () => (await import('./difference-card.tsx')).DifferenceCard);
const FirstSteps = onDemand(async () => (await import('./first-steps.tsx')).FirstSteps);

/** The month and the last fills, side by side where there is room. */
export function PairCards({ account }: HistoryProps) {
  return (
    <div className={`stack ${styles.pair}`}>
      <DaysCard key={account.id} account={account} />
      <FillsCard account={account} />
    </div>
  );
}

/** Differences from the platform and cash movements outside trading; most accounts have none. */
export function RecordCards(props: CardProps) {
  const details = useDetails(props);
  if (details === null) return null;
  return (
    <>
      {details.differences.length > 0 && <DifferenceCard {...props} details={details} fallback={null} />}
      {details.adjustments.length > 0 && <AdjustmentsCard {...props} details={details} fallback={null} />}
    </>
  );
}

export function ToolCards(props: CardProps) {
  const { strings } = useTexts();
  const { id, stage } = props.account;
  const { lastEventAt } = props.account.view;
  const { status } = useStore($details);
  const details = useDetails(props);
  if (status === 'failed') return <FailedAlert title={strings.details_failed} again={() => loadDetails(id)} />;
  if (details === null) return <ToolsSkeleton />;
  const full = { ...props, details };
  return (
    <>
      {lastEventAt === null && !isOver(stage) && <FirstSteps {...full} fallback={<Skeleton shape="row" count={5} />} />}
      {(stage === 'funded' || stage === 'live') && <PayoutCard {...full} />}
      <ToolsCard {...full} />
      <ThisAccountCard {...full} />
    </>
  );
}
