import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { destinationDelayHours } from '#shared/payouts/payees/destination.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { $removingDestinationId, type PayoutDestination, removePayoutDestination } from '../stores/payee.ts';
import { DestinationForm } from './destination-form.tsx';
import styles from './payee.module.css';
import { Step } from './step.tsx';
import { type StepProps, useTexts } from './texts.ts';

/** Payout destinations: the list, the form for a new one, and the confirmation before one is removed. */
export function DestinationsStep(props: StepProps) {
  const { strings, t } = useTexts();
  const { payee } = props;
  const { destinations, missing } = payee;
  const [isAdding, setAdding] = useState(false);
  const [removalCandidate, setRemovalCandidate] = useState<PayoutDestination | null>(null);
  const removing = useStore($removingDestinationId);
  const isDone = !missing.some(({ name }) => name === 'destination' || name === 'destination-age');
  const status = isDone ? strings.status_done : destinations.length > 0 ? strings.status_waiting : strings.status_open;
  const confirmRemoval = () => {
    if (removalCandidate) void removePayoutDestination(removalCandidate.id);
    setRemovalCandidate(null);
  };
  return (
    <Step id="destination" title={strings.destinations_title} status={status} tone={isDone ? 'success' : 'neutral'}>
      <p className="muted">{t('destinations_text', { hours: destinationDelayHours })}</p>
      {destinations.length > 0 && (
        <ul className="plain">
          {destinations.map((destination) => (
            <Destination
              key={destination.id}
              {...props}
              {...{ destination, removing }}
              onRemove={setRemovalCandidate}
            />
          ))}
        </ul>
      )}
      {isAdding || destinations.length === 0 ? (
        <DestinationForm {...props} onDone={() => setAdding(false)} />
      ) : (
        <Button label={strings.destination_add} variant="outline" onClick={() => setAdding(true)} />
      )}
      <Dialog
        open={removalCandidate !== null}
        onClose={() => setRemovalCandidate(null)}
        title={strings.remove_title}
        closeLabel={strings.close}
        actions={
          <>
            <Button label={strings.remove_confirm} variant="danger" onClick={confirmRemoval} />
            <Button label={strings.remove_cancel} variant="outline" onClick={() => setRemovalCandidate(null)} />
          </>
        }
      >
        <p>
          {removalCandidate && t('remove_text', { destination: removalCandidate.masked, hours: destinationDelayHours })}
        </p>
      </Dialog>
    </Step>
  );
}

type DestinationProps = {
  readonly destination: PayoutDestination;
  readonly removing: string | null;
  readonly onRemove: (destination: PayoutDestination) => void;
};

function Destination({ destination, removing, onRemove }: DestinationProps) {
  const { strings, t, locale } = useTexts();
  const { id, kind, masked, payeeName, usableAt, matchesVerifiedName } = destination;
  const time = formatDateTime(usableAt, locale, { dateStyle: 'medium', timeStyle: 'short' });
  const isUsable = usableAt <= Date.now();
  return (
    <li className={`cluster between ${styles.destination}`}>
      <div>
        <p className="strong">
          {strings[`kind_${kind}`]} <span className={`tabular breakable ${styles.masked}`}>{masked}</span>
        </p>
        <p className="muted">
          {payeeName}
          {!isUsable && ` · ${t('usable_from', { time })}`}
        </p>
        {matchesVerifiedName === false && <p className="danger">{strings.name_differs}</p>}
      </div>
      <div className="cluster">
        <Badge tone={isUsable ? 'success' : 'neutral'}>{isUsable ? strings.usable : strings.usable_later}</Badge>
        <Button
          label={strings.remove}
          variant="danger"
          size="small"
          busy={removing === id}
          onClick={() => onRemove(destination)}
          aria-label={t('remove_label', { destination: masked })}
        />
      </div>
    </li>
  );
}
