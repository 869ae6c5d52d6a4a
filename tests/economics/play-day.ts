import { nextRandom, type Random } from '#lib/random.ts';
import { replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import { instruments, tickCents } from '#shared/exchange/instruments.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { costOf, sizeTrade } from './trade-costs.ts';

/** A day of the market: best prices of the index, in ticks, a second apart from `firstAt` on. */
export type PlayedDay = {
  readonly day: TradingDay;
  readonly month: ContractMonth;
  readonly firstAt: number;
  readonly closeAt: number;
  readonly bids: Int32Array;
  readonly asks: Int32Array;
  /** Of the published fees, all of which are paid by default. */
  readonly feeShare?: number;
};

/** When a trade ends: at this gain or at this loss after all costs, in cents. */
export type Exit = { readonly gainCents: number; readonly lossCents: number };

const secondMs = 1_000;
/** Trades begin in the first part of the day, so that they have time to end. */
const entryShare = 11;

/** Plays one trade at the market's prices through the rules, and the day's close; without an exit, only the close. */
export function playDay(
  rules: AccountRules,
  state: AccountState,
  market: PlayedDay,
  exit: Exit | null,
  random: Random,
): AccountState {
  const { day, closeAt } = market;
  const events = exit === null ? [] : tradeEvents(market, exit, random);
  return replay(rules, [...events, { type: 'day-close', at: closeAt, day }], state);
}

function tradeEvents(market: PlayedDay, { gainCents, lossCents }: Exit, random: Random): readonly AccountEvent[] {
  const { month, firstAt, bids, asks, feeShare = 1 } = market;
  const size = sizeTrade(Math.max(gainCents, lossCents));
  const { instrument, quantity } = size;
  const feeCents = instruments[instrument].feeCents * quantity * feeShare;
  const isLong = nextRandom(random) < 0.5;
  const from = Math.floor((nextRandom(random) * bids.length) / entryShare);
  const [entries, exits] = isLong ? [asks, bids] : [bids, asks];
  const entry = entries[from] ?? 0;
  const worth = tickCents(instrument, quantity);
  const direction = isLong ? 1 : -1;
  const gainTicks = Math.ceil((gainCents + 2 * feeCents) / worth);
  const lossTicks = Math.max(1, Math.floor((lossCents - 2 * feeCents) / worth));
  let until = from;
  let moved = 0;
  while (moved < gainTicks && moved > -lossTicks && until < exits.length - 1) {
    until += 1;
    moved = ((exits[until] ?? 0) - entry) * direction;
  }
  // Between two seconds the price passes the level, where the order waits.
  const priceTicks = entry + direction * Math.max(-lossTicks, Math.min(gainTicks, moved));
  const at = (second: number) => firstAt + second * secondMs;
  const fill = { type: 'fill', instrument, month, quantity, feeCents } as const;
  const [opening, closing] = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  return [
    { ...fill, at: at(from), side: opening, priceTicks: entry },
    { type: 'mark', instrument, month, at: at(until), priceTicks },
    { ...fill, at: at(until), side: closing, priceTicks },
  ];
}

/** The smallest trade there is, which makes a day count. */
export const minExit: Exit = { gainCents: 0, lossCents: costOf(sizeTrade(1)) };
