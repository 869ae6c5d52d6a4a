import { contractName } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import type { OrderType } from '#shared/trading/orders.ts';
import type { TerminalTexts } from './texts.ts';

type DescribedOrder = {
  readonly instrument: string;
  readonly month: string;
  readonly side: Side;
  readonly quantity: number;
  readonly type: OrderType;
  readonly priceTicks: number | null;
};

/** An order as text: "Buy 2 ESZ6, limit 6,012.25". */
export function orderText(order: DescribedOrder, { strings, t, locale }: TerminalTexts): string {
  const { instrument, month, side, quantity, type, priceTicks } = order;
  return t(`order_${type}`, {
    side: strings[side],
    count: quantity,
    contract: contractName(instrument, month),
    price: priceTicks === null ? '' : formatPrice(instrument, priceTicks, locale),
  });
}
