import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { DestinationField } from './destination-field.tsx';
import styles from './payouts.module.css';
import { Requirements } from './requirements.tsx';
import { createOwedPayouts, type OwedPayouts } from './stores/owed-payouts.ts';
import type { Payout } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

type OwedCardProps = {
  readonly owed: readonly Payout[];
  /** Whether nothing else can be requested, so that this is what to do. */
  readonly isMain: boolean;
};

/** Money that belongs to the person whatever became of its account, and where to send it. */
export function OwedCard({ owed, isMain }: OwedCardProps) {
  const { strings } = useTexts();
  const [request] = useState(createOwedPayouts);
  const requirements = useStore(request.$requirements);
  useEffect(() => void request.load(), [request]);
  return (
    <Card as="section" title={strings.owed_title}>
      <div className={`stack gap-5 ${styles.measure}`}>
        <p>{strings.owed_text}</p>
        <DestinationField request={request} />
        <Requirements requirements={requirements} />
        <ul className="stack">
          {owed.map((payout) => (
            <OwedLine key={payout.id} request={request} payout={payout} isMain={isMain} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function OwedLine({
  payout,
  request,
  isMain,
}: Pick<OwedCardProps, 'isMain'> & { readonly payout: Payout; readonly request: OwedPayouts }) {
  const { strings, t, locale } = useTexts();
  const { destinationId } = useStore(request.$form);
  const sending = useStore(request.$sendingId);
  const programNames = useProgramNames();
  const account = t('account_name', { program: programNames[payout.program], size: payout.size });
  return (
    <li className="cluster">
      <Money cents={payout.traderCents} locale={locale} />
      <span className="muted small">{t('owed_from', { number: payout.number, account })}</span>
      <Button
        label={strings.owed_send}
        size="small"
        variant={isMain ? 'filled' : 'outline'}
        busy={sending === payout.id}
        disabled={destinationId === ''}
        onClick={() => void request.send(payout.id)}
      />
    </li>
  );
}
