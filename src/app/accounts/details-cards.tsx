import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdjustmentsCard } from './adjustments-card.tsx';
import { ConductCards } from './conduct/conduct-card.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { PayoutCard } from './payout-card.tsx';
import { $details, loadDetails } from './stores/details.ts';
import { type CardProps, useTexts } from './texts.ts';
import { ThisAccountCard } from './this-account-card.tsx';
import { ToolsCard } from './tools-card.tsx';

// Few accounts have either.
const DocumentsCards = onDemand(async () => (await import('./documents-card.tsx')).DocumentsCards);
const FirstSteps = onDemand(async () => (await import('./first-steps.tsx')).FirstSteps);

/** The selected account's details; null until they have loaded. Their cards render in slices, so that no press waits. */
function useDetails({ account }: CardProps) {
  const { data } = useDeferredValue(useStore($details));
  return data?.accountId === account.id ? data : null;
}

/** What waits for the owner: a conduct case's answer and requested documents. */
export function DemandCards(props: CardProps) {
  const details = useDetails(props);
  if (details === null) return null;
  return (
    <>
      <ConductCards {...props} details={details} />
      {details.documentRequests.length > 0 && <DocumentsCards {...props} details={details} fallback={null} />}
    </>
  );
}

/** Differences from the platform and cash movements outside trading; most accounts have none. */
export function RecordCards(props: CardProps) {
  const details = useDetails(props);
  if (details === null) return null;
  return (
    <>
      <DifferenceCard {...props} details={details} />
      <AdjustmentsCard {...props} details={details} />
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

/** Placeholders of the same size. */
export function ToolsSkeleton() {
  return (
    <>
      <Card>
        <Skeleton shape="row" count={8} />
      </Card>
      <Card>
        <Skeleton shape="row" count={5} />
      </Card>
    </>
  );
}
