import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatSigned } from '#lib/money/format.ts';
import { withLabel } from '#lib/with-label.ts';
import { gainCents } from '#shared/trading/order-risk.ts';
import { oppositeOf } from '#shared/trading/orders.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { OrderRisk } from './order-risk.tsx';
import { orderText } from './order-text.ts';
import styles from './order-ticket.module.css';
import { ruleText } from './rule-text.ts';
import { isOfContract } from './stores/account.ts';
import type { TicketOrder } from './stores/order-ticket.ts';
import { contractOfIntent, type Intent, isBusy, leaveReview, type Review, sendReviewed } from './stores/orders.ts';
import { $quote } from './stores/quote.ts';
import type { Trading } from './stores/trading.ts';
import { type TerminalTexts, useTexts } from './texts.ts';
import { useDecide } from './use-decide.ts';

type ReviewProps = { readonly review: Review; readonly trading: Trading; readonly remainingCents: number | null };

/** The order in words before it is sent; Enter sends it, Escape goes back. */
export function ReviewPanel({ review, trading, remainingCents }: ReviewProps) {
  const texts = useTexts();
  const { strings } = texts;
  const decide = useDecide();
  const send = useRef<HTMLDivElement>(null);
  const { phase, intent } = review;
  const order = orderOf(intent, trading);
  const decision = intent.kind === 'place' ? (decide?.(intent.order) ?? null) : null;
  const wasSent = useRef(false);
  useEffect(() => {
    wasSent.current = isBusy(review);
  }, [review]);
  useEffect(() => {
    send.current?.querySelector('button')?.focus();
    return () => {
      // The focused button is gone: what the order did is the position, and Back leads to the ticket.
      if (document.activeElement !== document.body) return;
      document.getElementById(wasSent.current ? 'positions' : 'ticket-quantity')?.focus();
    };
  }, []);
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && leaveReview();
  return (
    <section className="stack gap-3" aria-label={strings.review_title} onKeyDown={leave}>
      <h3>{strings.review_title}</h3>
      <ul id="review-lines" className={`stack gap-1 small ${styles.lines}`}>
        {order === null ? <li>{strings.reverse_none}</li> : <li>{lineOf(intent, order, texts)}</li>}
        {intent.kind === 'place' && bracketLines(intent.order, texts).map((line) => <li key={line}>{line}</li>)}
        {intent.kind === 'place' && intent.order.ocoWith !== null && <li>{strings.line_oco}</li>}
      </ul>
      {order !== null && <OrderRisk order={order} positions={trading.positions} remainingCents={remainingCents} />}
      {phase === 'checking' && <Alert role="status">{strings.checking}</Alert>}
      {phase === 'missing' && (
        <Alert kind="warning" role="status">
          {strings.not_arrived}
        </Alert>
      )}
      <div className={styles.pair} ref={send}>
        <Button
          label={strings.send}
          wide
          busy={isBusy(review)}
          aria-describedby="review-lines"
          disabledReason={decision?.allowed === false ? ruleText(decision, contractOfIntent(intent), texts) : undefined}
          onClick={() => void sendReviewed($quote.get()?.at ?? 0)}
        />
        <Button label={strings.back} wide variant="outline" disabled={isBusy(review)} onClick={leaveReview} />
      </div>
    </section>
  );
}

/** The order that an intent places: a reversal closes the position and opens the same size on the other side. */
function orderOf(intent: Intent, { positions }: Trading): TicketOrder | null {
  if (intent.kind === 'place') return intent.order;
  const heldQuantity = positions.find((each) => isOfContract(each, intent.contract))?.quantity ?? 0;
  if (heldQuantity === 0) return null;
  const side = oppositeOf(heldQuantity > 0 ? 'buy' : 'sell');
  const plain = { type: 'market', priceTicks: null, bracket: null, ocoWith: null } as const;
  return { ...intent.contract, side, quantity: 2 * Math.abs(heldQuantity), ...plain };
}

function lineOf(intent: Intent, order: TicketOrder, texts: TerminalTexts): string {
  if (intent.kind === 'place') return orderText(order, texts);
  return withLabel(texts.strings.reverse, orderText(order, texts), texts.locale);
}

function bracketLines(order: TicketOrder, { t, locale }: TerminalTexts): string[] {
  const { targetTicks = null, stopTicks = null } = order.bracket ?? {};
  return [
    ...(targetTicks === null
      ? []
      : [t('line_target', { ticks: targetTicks, money: formatSigned(gainCents(order, targetTicks), locale) })]),
    ...(stopTicks === null
      ? []
      : [t('line_stop', { ticks: stopTicks, money: formatSigned(-gainCents(order, stopTicks), locale) })]),
  ];
}
