import { instruments } from '../../instrument/instruments.ts';
import type { Fill, Mark } from '../events.ts';
import type { MutablePosition, MutableState } from './mutable-state.ts';

/**
 * Books a fill against the oldest opposite lots of its instrument and month.
 * @returns the realised result in hundredths of a cent, without fees
 */
export function bookFill(draft: MutableState, fill: Fill): number {
  const position = findPosition(draft, fill) ?? openPosition(draft, fill);
  const direction = fill.side === 'buy' ? 1 : -1;
  const lots = position.lots;
  let unmatched = fill.quantity;
  let realisedTicks = 0;
  while (unmatched > 0) {
    const oldest = lots[0];
    if (oldest === undefined || oldest.quantity * direction > 0) break;
    const matched = Math.min(unmatched, Math.abs(oldest.quantity));
    realisedTicks += direction * matched * (oldest.priceTicks - fill.priceTicks);
    oldest.quantity += direction * matched;
    unmatched -= matched;
    if (oldest.quantity === 0) lots.shift();
  }
  if (unmatched > 0) lots.push({ quantity: direction * unmatched, priceTicks: fill.priceTicks });

  position.quantity += direction * fill.quantity;
  position.costTicks += direction * fill.quantity * fill.priceTicks + realisedTicks;
  position.lastPriceTicks = fill.priceTicks;
  if (position.quantity === 0) draft.positions.splice(draft.positions.indexOf(position), 1);
  return realisedTicks * instruments[fill.instrument].tickValueHundredths;
}

/** Sets the last price of a contract; false if the account holds none. */
export function markPosition(draft: MutableState, mark: Mark): boolean {
  const position = findPosition(draft, mark);
  if (position === undefined) return false;
  position.lastPriceTicks = mark.priceTicks;
  return true;
}

/** In hundredths of a cent. */
export function openProfitHundredths(draft: MutableState): number {
  let hundredths = 0;
  for (const position of draft.positions) {
    const ticks = position.quantity * position.lastPriceTicks - position.costTicks;
    hundredths += ticks * instruments[position.instrument].tickValueHundredths;
  }
  return hundredths;
}

function findPosition(draft: MutableState, { instrument, month }: Fill | Mark): MutablePosition | undefined {
  for (const position of draft.positions) {
    if (position.instrument === instrument && position.month === month) return position;
  }
  return undefined;
}

function openPosition(draft: MutableState, fill: Fill): MutablePosition {
  const position: MutablePosition = {
    instrument: fill.instrument,
    month: fill.month,
    quantity: 0,
    costTicks: 0,
    lastPriceTicks: fill.priceTicks,
    lots: [],
  };
  draft.positions.push(position);
  return position;
}
