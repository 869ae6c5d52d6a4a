import { formatLocale } from '#lib/format-locale.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import type { AccountTexts, CardProps } from './texts.ts';

type Position = CardProps['account']['view']['positions'][number];

/** "Long 2 ES", and "at 6,851.25": the average price. Several positions are counted instead. */
export function positionText(
  positions: readonly Position[],
  { strings, t, locale }: AccountTexts,
): { readonly what: string; readonly at: string } {
  const [first, ...others] = positions;
  if (first === undefined) return { what: strings.position_none, at: '' };
  const { instrument, quantity, costTicks } = first;
  const held = {
    quantity: Math.abs(quantity).toLocaleString(formatLocale(locale)),
    contract: instrument,
  };
  const what = t(quantity > 0 ? 'position_long' : 'position_short', held);
  if (others.length > 0) return { what, at: t('position_more', { count: others.length }) };
  return { what, at: t('position_at', { price: formatPrice(instrument, costTicks / quantity, locale) }) };
}
