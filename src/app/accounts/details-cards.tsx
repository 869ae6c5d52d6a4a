import { useStore } from '@nanostores/react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './accounts.module.css';
import { ActionsCard } from './actions-card.tsx';
import { AdjustmentsCard } from './adjustments-card.tsx';
import { AlertsCard } from './alerts/alerts-card.tsx';
import { ConductCards } from './conduct/conduct-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { DocumentsCards } from './documents-card.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { PayoutCard } from './payout-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { $details, $detailsFailed, loadDetails } from './stores/details.ts';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Loaded on demand, so that the account's figures don't wait for it. */
const SizeCard = onDemand(async () => (await import('./size-card.tsx')).SizeCard);

const PersonalStopCard = onDemand(async () => (await import('./personal-stop-card.tsx')).PersonalStopCard);

/** The cards that need the account's details. */
export function DetailsCards(props: CardProps) {
  const { strings } = useTexts();
  const { account } = props;
  const { id, stage } = account;
  const details = useStore($details);
  const failedId = useStore($detailsFailed);
  if (failedId === id) {
    return <FailedAlert title={strings.details_failed} again={() => loadDetails(id)} />;
  }
  if (details?.accountId !== id) {
    return (
      <div className={styles.lower}>
        {['actions', 'alerts', 'rules', 'platform'].map((key) => (
          <Card key={key}>
            <Skeleton shape="row" count={5} />
          </Card>
        ))}
      </div>
    );
  }
  const full = { ...props, details };
  const isFunded = stage === 'funded' || stage === 'live';
  return (
    <div className={styles.lower}>
      <ConductCards {...full} />
      <DocumentsCards {...full} />
      {isFunded && <PayoutCard {...full} />}
      <DifferenceCard {...full} />
      <AdjustmentsCard {...full} />
      <ActionsCard {...full} />
      <SizeCard fallback={<Card as="section" />} {...props} />
      <PersonalStopCard fallback={<Card as="section" />} {...props} />
      <AlertsCard {...props} />
      <RulesCard {...full} />
      <CredentialsCard {...props} />
    </div>
  );
}
