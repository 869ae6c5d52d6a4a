import type { Fill } from '../account/events.ts';
import { type InstrumentCode, instruments } from '../instrument/instruments.ts';
import { ceilCents, excessOf } from '../money/exact-cents.ts';

/** A position from flat to flat in one instrument. Money includes all fees of its fills. */
export type Trade = {
  readonly instrument: InstrumentCode;
  readonly side: 'long' | 'short';
  /** The most contracts held at once. */
  readonly quantity: number;
  readonly openedAt: number;
  readonly closedAt: number;
  readonly resultCents: number;
  readonly feeCents: number;
};

type Open = {
  quantity: number;
  most: number;
  readonly openedAt: number;
  /** Signed quantity × price of all fills, in ticks: what the position cost; its negative at flat is the result. */
  costTicks: number;
  feeCents: number;
};

/**
 * Pairs fills, oldest first, into trades. A fill that turns a position closes one trade and opens the next; its fee is
 * shared by contracts, the odd cent staying with the one that closes. What is still open is no trade yet. Results are
 * rounded as the account's balance is: they add up to the exact sum rounded once.
 */
export function tradesOf(fills: Iterable<Fill>): Trade[] {
  const open = new Map<InstrumentCode, Open>();
  const trades: Trade[] = [];
  let excess = 0;
  for (const fill of fills) {
    const { instrument, at, priceTicks } = fill;
    const direction = fill.side === 'buy' ? 1 : -1;
    const held = open.get(instrument);
    const closing = held && held.quantity * direction < 0 ? Math.min(fill.quantity, Math.abs(held.quantity)) : 0;
    const opening = fill.quantity - closing;
    const openingFeeCents = closing === 0 ? fill.feeCents : Math.floor((fill.feeCents * opening) / fill.quantity);
    if (held && closing > 0) {
      held.quantity += direction * closing;
      held.costTicks += direction * closing * priceTicks;
      held.feeCents += fill.feeCents - openingFeeCents;
      if (held.quantity === 0) {
        const hundredths = -held.costTicks * instruments[instrument].tickValueHundredths - excess;
        excess = excessOf(hundredths);
        trades.push(closeTrade(instrument, held, -direction, at, ceilCents(hundredths)));
        open.delete(instrument);
      }
    }
    if (opening > 0) addTo(open, fill, direction * opening, openingFeeCents);
  }
  return trades;
}

function addTo(
  open: Map<InstrumentCode, Open>,
  { instrument, at, priceTicks }: Fill,
  signed: number,
  feeCents: number,
) {
  const held = open.get(instrument) ?? { quantity: 0, most: 0, openedAt: at, costTicks: 0, feeCents: 0 };
  held.quantity += signed;
  held.most = Math.max(held.most, Math.abs(held.quantity));
  held.costTicks += signed * priceTicks;
  held.feeCents += feeCents;
  open.set(instrument, held);
}

function closeTrade(
  instrument: InstrumentCode,
  { most, openedAt, feeCents }: Open,
  direction: number,
  closedAt: number,
  grossCents: number,
): Trade {
  return {
    instrument,
    side: direction > 0 ? 'long' : 'short',
    quantity: most,
    openedAt,
    closedAt,
    resultCents: grossCents - feeCents,
    feeCents,
  };
}
