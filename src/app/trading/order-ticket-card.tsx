import { useStore } from '@nanostores/react';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import styles from './order-ticket.module.css';
import { OrderTicketForm } from './order-ticket-form.tsx';
import { ReviewPanel } from './review.tsx';
import { remainingText } from './rule-text.ts';
import { $lookupResult, $orderRejection, $review } from './stores/orders.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type OrderTicketCardProps = { readonly trading: Trading; readonly remainingCents: number | null };

/** The ticket or the review of its order, with the outcome of the last order. */
export function OrderTicketCard({ trading, remainingCents }: OrderTicketCardProps) {
  const { strings } = useTexts();
  const review = useStore($review);
  const isReviewed = review !== null && (!review.isQuick || review.phase === 'checking');
  return (
    <Card as="section" id="ticket" title={strings.ticket}>
      <Outcome />
      {isReviewed ? (
        <ReviewPanel key={review.requestId} {...{ review, trading, remainingCents }} />
      ) : (
        <OrderTicketForm trading={trading} remainingCents={remainingCents} />
      )}
    </Card>
  );
}

/** The server's rejection, or how an order of unknown outcome turned out. */
function Outcome() {
  const texts = useTexts();
  const rejection = useStore($orderRejection);
  const lookupResult = useStore($lookupResult);
  return (
    <div className={styles.outcome} aria-live="assertive">
      {rejection !== null && (
        <Alert kind="warning" title={rejection.message}>
          {rejection.rule !== null && rejection.remaining !== null
            ? remainingText({ rule: rejection.rule, remaining: rejection.remaining }, rejection.contract, texts)
            : null}
        </Alert>
      )}
      {lookupResult === 'arrived' && <Alert kind="success">{texts.strings.arrived}</Alert>}
    </div>
  );
}
