import { useStore } from '@nanostores/react';
import { formatMoney } from '../../domain/money/format.ts';
import type { Trading } from '../../stores/trading.ts';
import { $contract } from '../../stores/trading-account.ts';
import { $foundOut, $refused, $review } from '../../stores/trading-orders.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ReviewPanel } from './review.tsx';
import { ruleText } from './rule-text.ts';
import { useTexts } from './texts.ts';
import styles from './ticket.module.css';
import { TicketForm } from './ticket.tsx';

type TicketCardProps = { readonly trading: Trading; readonly roomCents: number | null };

/** The ticket, or the review of its order, with the answer to the last one. */
export function TicketCard({ trading, roomCents }: TicketCardProps) {
  const { strings } = useTexts();
  const review = useStore($review);
  const isReviewed = review !== null && (!review.isQuick || review.phase === 'checking');
  return (
    <Card as="section" id="ticket" title={strings.ticket}>
      <Outcome />
      {isReviewed ? (
        <ReviewPanel key={review.requestId} {...{ review, trading, roomCents }} />
      ) : (
        <TicketForm trading={trading} roomCents={roomCents} />
      )}
    </Card>
  );
}

/** A refusal by the server, or how an order of unknown outcome turned out. */
function Outcome() {
  const texts = useTexts();
  const refused = useStore($refused);
  const foundOut = useStore($foundOut);
  const contract = useStore($contract);
  return (
    <div className={styles.refused} aria-live="assertive">
      {refused !== null && (
        <Alert kind="warning" title={refused.message}>
          {refused.rule !== null && refused.room !== null
            ? [
                ruleText({ rule: refused.rule, room: refused.room }, contract, texts),
                refused.room.cents === null
                  ? ''
                  : texts.t('rule_room', { room: formatMoney(refused.room.cents, texts.locale) }),
              ].join(' ')
            : null}
        </Alert>
      )}
      {foundOut === 'arrived' && <Alert kind="success">{texts.strings.arrived}</Alert>}
    </div>
  );
}
