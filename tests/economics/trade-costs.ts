import { instruments, tickCents } from '#shared/exchange/instruments.ts';

/** The cheapest contracts for a move of a dollar, full size and micro; a micro counts as a tenth. */
const codes = ['NQ', 'MNQ'] as const;
/** How far one trade may run on a day: a quarter of a percent of the index, which most days exceed. */
const maxTradeTicks = 240;
const spreadTicks = 1;

export type TradeSize = {
  readonly instrument: (typeof codes)[number];
  readonly quantity: number;
  readonly ticks: number;
};

/** The fewest contracts of one size whose move wins or loses this much; micros while they cost less. */
export function sizeTrade(cents: number): TradeSize {
  const sizes = codes.map((instrument): TradeSize => {
    const tick = tickCents(instrument, 1);
    const quantity = Math.max(1, Math.ceil(cents / (tick * maxTradeTicks)));
    return { instrument, quantity, ticks: Math.round(cents / (tick * quantity)) };
  });
  const [full, micro] = sizes as [TradeSize, TradeSize];
  return micro.quantity < instruments.MNQ.ratio && costOf(micro) <= costOf(full) ? micro : full;
}

/** Spread, and fees of both sides. */
export function costOf({ instrument, quantity }: TradeSize): number {
  return (tickCents(instrument, spreadTicks) + 2 * instruments[instrument].feeCents) * quantity;
}
