import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { sides } from '#shared/exchange/instruments.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { Dialog } from '#ui/dialog.tsx';
import styles from './order-dock.module.css';
import { OrderTicket } from './order-ticket-card.tsx';
import { OrderUpdates } from './order-updates.tsx';
import { $contract } from './stores/account.ts';
import { $orderTicket, setOrderTicket, stepQuantity } from './stores/order-ticket.ts';
import { $orderRejection, $review, isBusy, isUnderReview, leaveReview } from './stores/orders.ts';
import { $quote } from './stores/quote.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type OrderDockProps = { readonly trading: Trading; readonly remainingCents: number | null };

/** On a phone: sell, size and buy above the bottom bar. Both sides open a sheet that says what the order would do. */
export function OrderDock({ trading, remainingCents }: OrderDockProps) {
  const { strings, locale } = useTexts();
  const quote = useStore($quote);
  const { instrument } = useStore($contract);
  const ticket = useStore($orderTicket);
  const { isOpen, openSheet, closeSheet } = useSheet();
  const open = (side: (typeof sides)[number]) => {
    setOrderTicket({ side });
    openSheet();
  };
  const [buy, sell] = sides;
  const sideButton = (side: (typeof sides)[number]) => (
    <button type="button" className={styles.side} onClick={() => open(side)}>
      {strings[side]}{' '}
      <strong>
        {quote === null ? '–' : formatPrice(instrument, side === 'buy' ? quote.askTicks : quote.bidTicks, locale)}
      </strong>
    </button>
  );
  return (
    <section className={styles.dock} aria-label={strings.dock}>
      <OrderUpdates />
      {sideButton(sell)}
      <span className={styles.quantity}>
        <button type="button" aria-label={strings.quantity_less} onClick={() => stepQuantity(-1)}>
          −
        </button>
        <output aria-label={strings.quantity}>{ticket.quantity}</output>
        <button type="button" aria-label={strings.quantity_more} onClick={() => stepQuantity(1)}>
          +
        </button>
      </span>
      {sideButton(buy)}
      {isOpen && (
        <Dialog open onClose={closeSheet} title={strings.ticket} closeLabel={strings.close} placement="bottom">
          <OrderTicket trading={trading} remainingCents={remainingCents} isSheet />
        </Dialog>
      )}
    </section>
  );
}

/** The sheet is open for the ticket, and for any review until it is decided. It closes once its order is placed. */
function useSheet() {
  const review = useStore($review);
  const rejection = useStore($orderRejection);
  const [isTicketOpen, setTicketOpen] = useState(false);
  // Closing the sheet while an order is being sent keeps Flatten within reach; the outcome may open it again.
  const [closedRequestId, setClosedRequestId] = useState<string | null>(null);
  const previous = useRef({ review, rejection });
  useEffect(() => {
    if (isBusy(previous.current.review) && review === null) setTicketOpen(false);
    if (rejection !== null && rejection !== previous.current.rejection) setTicketOpen(true);
    previous.current = { review, rejection };
  }, [review, rejection]);
  const isReviewOpen = isUnderReview(review) && !(isBusy(review) && review.requestId === closedRequestId);
  return {
    isOpen: isTicketOpen || isReviewOpen,
    openSheet: () => setTicketOpen(true),
    closeSheet: () => {
      leaveReview();
      setTicketOpen(false);
      setClosedRequestId($review.get()?.requestId ?? null);
    },
  };
}
