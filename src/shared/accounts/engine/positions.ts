import { instruments } from '#shared/exchange/instruments.ts';
import type { Equity, Fill, Mark } from '../model.ts';
import type { MutablePosition, MutableState } from './mutable-state.ts';

/**
 * Books a fill against the oldest opposite lots of its instrument and month.
 * @returns the realized result in hundredths of a cent, without fees
 */
export function bookFill(state: MutableState, fill: Fill): number {
  const held = findPosition(state, fill);
  // Its price is known now; what the platform reported of other positions stands.
  if (held !== undefined && state.positions.length === 1) delete state.unpricedHundredths;
  const position = held ?? openPosition(state, fill);
  const direction = fill.side === 'buy' ? 1 : -1;
  const lots = position.lots;
  let unmatched = fill.quantity;
  let realizedTicks = 0;
  while (unmatched > 0) {
    const oldest = lots[0];
    if (oldest === undefined || oldest.quantity * direction > 0) break;
    const matched = Math.min(unmatched, Math.abs(oldest.quantity));
    realizedTicks += direction * matched * (oldest.priceTicks - fill.priceTicks);
    oldest.quantity += direction * matched;
    unmatched -= matched;
    if (oldest.quantity === 0) lots.shift();
  }
  if (unmatched > 0) lots.push({ quantity: direction * unmatched, priceTicks: fill.priceTicks });

  position.quantity += direction * fill.quantity;
  position.costTicks += direction * fill.quantity * fill.priceTicks + realizedTicks;
  position.lastPriceTicks = fill.priceTicks;
  if (position.quantity === 0) state.positions.splice(state.positions.indexOf(position), 1);
  if (state.positions.length === 0) delete state.unpricedHundredths;
  return realizedTicks * instruments[fill.instrument].tickValueHundredths;
}

/** Sets the last price of a contract. Returns false if the account doesn't hold it. */
export function markPosition(state: MutableState, mark: Mark): boolean {
  const position = findPosition(state, mark);
  if (position === undefined) return false;
  position.lastPriceTicks = mark.priceTicks;
  delete state.unpricedHundredths;
  return true;
}

/** Adopts the platform's own open profit. Returns false if the account holds nothing. */
export function reportOpenProfit(state: MutableState, { openProfitCents }: Equity): boolean {
  if (state.positions.length === 0) return false;
  delete state.unpricedHundredths;
  state.unpricedHundredths = openProfitCents * 100 - openProfitHundredths(state);
  return true;
}

/** In hundredths of a cent. */
export function openProfitHundredths(state: MutableState): number {
  let hundredths = state.unpricedHundredths ?? 0;
  for (const position of state.positions) {
    const ticks = position.quantity * position.lastPriceTicks - position.costTicks;
    hundredths += ticks * instruments[position.instrument].tickValueHundredths;
  }
  return hundredths;
}

function findPosition(state: MutableState, { instrument, month }: Fill | Mark): MutablePosition | undefined {
  for (const position of state.positions) {
    if (position.instrument === instrument && position.month === month) return position;
  }
  return undefined;
}

function openPosition(state: MutableState, fill: Fill): MutablePosition {
  const position: MutablePosition = {
    instrument: fill.instrument,
    month: fill.month,
    quantity: 0,
    costTicks: 0,
    lastPriceTicks: fill.priceTicks,
    lots: [],
  };
  state.positions.push(position);
  return position;
}
