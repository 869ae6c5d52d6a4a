import { contractKey } from '#shared/exchange/contract-month.ts';
import { type Fill, type Position, signedQuantity } from './model.ts';

type Trade = Pick<Fill, 'instrument' | 'month' | 'side' | 'quantity' | 'priceTicks'>;

/** Whether a trade adds to a position at a price worse for it than its average. */
export function isAveragingDown(positions: readonly Position[], trade: Trade): boolean {
  const held = positions.find((each) => contractKey(each) === contractKey(trade));
  if (held === undefined || held.quantity * signedQuantity(trade) <= 0) return false;
  return held.quantity * trade.priceTicks < held.costTicks;
}
