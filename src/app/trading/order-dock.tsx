import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatPrice } from '#shared/exchange/price.ts';
import { sides } from '#shared/exchange/side.ts';
import { Dialog } from '#ui/dialog.tsx';
import styles from './order-dock.module.css';
import { OrderTicket } from './order-ticket-card.tsx';
import { OrderUpdates } from './order-updates.tsx';
import { $contract } from './stores/account.ts';
import { $orderTicket, setOrderTicket, stepQuantity } from './stores/order-ticket.ts';
import { $orderRejection, $review, leaveReview } from './stores/orders.ts';
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
  const review = useStore($review);
  const [isOpen, setOpen] = useState(false);
  const isReviewed = review !== null && (!review.isQuick || review.phase === 'checking');
  const [wasReviewed, setWasReviewed] = useState(false);
  useEffect(() => {
    // Once the order is sent, the strip shows what became of it. A rejected one stays open with the reason.
    if (wasReviewed && !isReviewed && $orderRejection.get() === null) setOpen(false);
    setWasReviewed(isReviewed);
  }, [isReviewed, wasReviewed]);
  const open = (side: (typeof sides)[number]) => {
    setOrderTicket({ side });
    setOpen(true);
  };
  const close = () => {
    leaveReview();
    setOpen(false);
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
      {(isOpen || isReviewed) && (
        <Dialog open onClose={close} title={strings.ticket} closeLabel={strings.close} placement="bottom">
          <OrderTicket {...{ trading, remainingCents }} isSheet />
        </Dialog>
      )}
    </section>
  );
}
