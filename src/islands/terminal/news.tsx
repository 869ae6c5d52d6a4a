import { useStore } from '@nanostores/react';
import { formatPrice } from '../../domain/instrument/price.ts';
import { $tradingNews, type TradingOrder } from '../../stores/trading-news.ts';
import { orderText } from './order-text.ts';
import styles from './terminal.module.css';
import { type TerminalTexts, useTexts } from './texts.ts';

/** Fills and rejections as they happen, for eyes and screen readers. */
export function News() {
  const texts = useTexts();
  const { orders } = useStore($tradingNews);
  return (
    <p className={styles.news} aria-live="polite">
      {orders.map((order) => newsText(order, texts)).join('. ')}
    </p>
  );
}

function newsText(order: TradingOrder, texts: TerminalTexts): string {
  const { strings, t, locale } = texts;
  const text = orderText(order, texts);
  if (order.status === 'filled' && order.fillTicks !== null) {
    return t('news_filled', { order: text, price: formatPrice(order.instrument, order.fillTicks, locale) });
  }
  const why = order.reason === null ? '' : ` (${strings[`reason_${order.reason}`]})`;
  return `${t(order.status === 'rejected' ? 'news_rejected' : 'news_cancelled', { order: text })}${why}`;
}
