import { ceilCents, excessOf } from '#lib/money/exact-cents.ts';
import { type ContractMonth, contractKey } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import type { Fill } from '../model.ts';

/** A position from flat to flat in one instrument and month. Amounts include all fees of its fills. */
export type Trade = {
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly side: 'long' | 'short';
  /** The most contracts held at once. */
  readonly quantity: number;
  readonly openedAt: number;
  readonly closedAt: number;
  readonly resultCents: number;
  readonly feeCents: number;
};

type OpenTrade = {
  quantity: number;
  maxQuantity: number;
  readonly openedAt: number;
  /** Sum of signed quantity × price of all fills, in ticks. Once flat, its negative is the result. */
  costTicks: number;
  feeCents: number;
};

/**
 * Pairs fills, oldest first, into closed trades. A fill that reverses a position closes one trade and opens the next;
 * its fee is split by contracts, with the odd cent going to the closed trade. Results are rounded like the account's
 * balance, so that they add up to the exact sum rounded once.
 */
export function tradesOf(fills: Iterable<Fill>): Trade[] {
  const open = new Map<string, OpenTrade>();
  const trades: Trade[] = [];
  let excess = 0;
  for (const fill of fills) {
    const { instrument, at, priceTicks } = fill;
    const contract = contractKey(fill);
    const direction = fill.side === 'buy' ? 1 : -1;
    const held = open.get(contract);
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
        trades.push(closeTrade(fill, held, -direction, at, ceilCents(hundredths)));
        open.delete(contract);
      }
    }
    if (opening > 0) addTo(open, fill, direction * opening, openingFeeCents);
  }
  return trades;
}

function addTo(open: Map<string, OpenTrade>, fill: Fill, signed: number, feeCents: number) {
  const { at, priceTicks } = fill;
  const held = open.get(contractKey(fill)) ?? { quantity: 0, maxQuantity: 0, openedAt: at, costTicks: 0, feeCents: 0 };
  held.quantity += signed;
  held.maxQuantity = Math.max(held.maxQuantity, Math.abs(held.quantity));
  held.costTicks += signed * priceTicks;
  held.feeCents += feeCents;
  open.set(contractKey(fill), held);
}

function closeTrade(
  { instrument, month }: Fill,
  { maxQuantity, openedAt, feeCents }: OpenTrade,
  direction: number,
  closedAt: number,
  grossCents: number,
): Trade {
  return {
    instrument,
    month,
    side: direction > 0 ? 'long' : 'short',
    quantity: maxQuantity,
    openedAt,
    closedAt,
    resultCents: grossCents - feeCents,
    feeCents,
  };
}
