import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#shared/exchange/price.ts';
import type { PriceChartProps } from './chart-props.ts';
import { useChartTexts } from './chart-texts.ts';

const announceEveryMs = 15_000;

/** The price and the day's change as a sentence, announced at most every fifteen seconds. */
export function ChartSummary({
  contract,
  instrument,
  quote,
}: Pick<PriceChartProps, 'contract' | 'instrument' | 'quote'>) {
  const { t, strings, locale } = useChartTexts();
  const sentence = () => {
    if (quote === undefined) return '';
    if (quote === null) return strings.closed;
    const change = quote.lastTicks - quote.dayOpenTicks;
    const price = formatPrice(instrument, quote.lastTicks, locale);
    const points = formatPrice(instrument, Math.abs(change), locale);
    if (change === 0) return t('unchanged', { contract, price });
    return t(change > 0 ? 'up' : 'down', { contract, price, points });
  };
  const newest = useRef(sentence);
  newest.current = sentence;
  const [announced, setAnnounced] = useState('');
  const isWaiting = quote === undefined;

  useEffect(() => {
    if (isWaiting) return;
    const announce = () => setAnnounced(newest.current());
    announce();
    const timer = setInterval(announce, announceEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announced}
    </p>
  );
}
