import type { AccountRules } from '#shared/accounts/model.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { instruments, tickCents } from '#shared/exchange/instruments.ts';

/** The cheapest contracts for a move of a dollar, full size and micro; a micro counts as a tenth. */
const codes = ['NQ', 'MNQ'] as const;
/** How far one trade may run on a day: a quarter of a percent of the index, which most days exceed. */
export const maxTradeTicks = 240;
const spreadTicks = 1;

export type TradeSize = {
  readonly instrument: (typeof codes)[number];
  readonly quantity: number;
  readonly ticks: number;
};

/** The largest result of a day that begins so many steps above the starting balance, in steps. */
export function reachOf(rules: AccountRules, stepCents: number, balance: number): number {
  const balanceCents = rules.startingBalanceCents + balance * stepCents;
  return Math.floor((tickCents('NQ', findMaxContracts(rules, { balanceCents, days: [] })) * maxTradeTicks) / stepCents);
}

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

/** What bets of 0, 1, 2 and more steps cost on average, in steps. */
export function listBetCosts(stepCents: number, maxSteps: number): Float64Array {
  return Float64Array.from({ length: maxSteps + 1 }, (_, steps) => costOf(sizeTrade(steps * stepCents)) / stepCents);
}
