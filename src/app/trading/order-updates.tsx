import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/exchange/price.ts';
import { orderText } from './order-text.ts';
import { $orderUpdates, type ListedOrder } from './stores/order-updates.ts';
import styles from './terminal.module.css';
import { type TerminalTexts, useTexts } from './texts.ts';

/** Announces fills and rejections as they happen, on screen and to screen readers. */
export function OrderUpdates() {
  const texts = useTexts();
  const { orders } = useStore($orderUpdates);
  return (
    <p className={styles.updates} aria-live="polite">
      {orders.map((order) => updateText(order, texts)).join('. ')}
    </p>
  );
}

function updateText(order: ListedOrder, texts: TerminalTexts): string {
  const { strings, t, locale } = texts;
  const text = orderText(order, texts);
  if (order.status === 'filled' && order.fillTicks !== null) {
    return t('update_filled', { order: text, price: formatPrice(order.instrument, order.fillTicks, locale) });
  }
  const reasonText = order.reason === null ? '' : ` (${strings[`reason_${order.reason}`]})`;
  return `${t(order.status === 'rejected' ? 'update_rejected' : 'update_canceled', { order: text })}${reasonText}`;
}
