import { useStore } from '@nanostores/react';
import { Alert } from '#ui/alert.tsx';
import styles from './order-ticket.module.css';
import { OrderTicketForm } from './order-ticket-form.tsx';
import { ReviewPanel } from './review.tsx';
import { remainingText } from './rule-text.ts';
import { $lookupResult, $orderRejection, $review, isUnderReview } from './stores/orders.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type OrderTicketCardProps = {
  readonly trading: Trading;
  readonly remainingCents: number | null;
  /** Whether a sheet shows it, which is the review too: its button sends the order. */
  readonly isSheet?: boolean;
};

export function OrderTicketCard(props: OrderTicketCardProps) {
  const { strings } = useTexts();
  return (
    <section id="ticket" className={`stack gap-3 ${styles.card}`} aria-labelledby="ticket-title">
      <h2 id="ticket-title" className={styles.title}>
        {strings.ticket}
      </h2>
      <OrderTicket {...props} />
    </section>
  );
}

/** The ticket or the review of its order, with the outcome of the last order. */
export function OrderTicket({ trading, remainingCents, isSheet = false }: OrderTicketCardProps) {
  const review = useStore($review);
  return (
    <>
      <Outcome />
      {isUnderReview(review) ? (
        <ReviewPanel key={review.requestId} review={review} trading={trading} remainingCents={remainingCents} />
      ) : (
        <OrderTicketForm trading={trading} remainingCents={remainingCents} isSheet={isSheet} />
      )}
    </>
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
