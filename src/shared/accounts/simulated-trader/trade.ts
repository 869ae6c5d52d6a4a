import { hourMs, minuteMs } from '#lib/durations.ts';
import { nextBetween, nextNormal, nextRandom } from '#lib/random.ts';
import { type ContractMonth, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { instruments, tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { Market } from '#shared/trading/index.ts';
import type { AccountEvent, Fill } from '../model.ts';
import { findExit, getQuote } from './find-exit.ts';
import type { OpenTrade, TraderState } from './trader-state.ts';

/** A working copy of a trader state, owned and mutated by one run. */
type Trader = { -readonly [Key in keyof TraderState]: TraderState[Key] };

const minTradeMs = minuteMs / 2;
const maxTradeMs = 6 * minuteMs;
/** How long before the close the last trade opens. It ends a minute before the close. */
const lastOpenBeforeCloseMs = 2 * minuteMs;
const busyFromMs = 7.5 * hourMs;
const busyUntilMs = hourMs;

/** Performs the trader's next step and advances its clock; null if it emits nothing. */
export function stepTrader(market: Market, trader: Trader): AccountEvent | null {
  const { trade } = trader;
  if (trade !== null)
    return trader.nextAt < trade.exitAt ? markTrade(market, trader, trade) : closeTrade(market, trader, trade);
  if (trader.nextAt >= trader.dayClosesAt) return closeDay(trader);
  const waitUntil = findNextOpenAt(trader);
  if (waitUntil <= trader.nextAt) return openTrade(market, trader);
  trader.nextAt = waitUntil;
  return null;
}

function closeDay(trader: Trader): AccountEvent {
  const event: AccountEvent = { type: 'day-close', at: trader.dayClosesAt, day: trader.day };
  const { plan } = trader;
  trader.dayStartedAt = trader.dayClosesAt;
  trader.day = nextTradingDay(trader.day);
  trader.dayClosesAt = sessionCloseAt(trader.day);
  trader.dayResultCents = 0;
  // Days of a wandering trader pull the result back to zero, so it reaches neither target nor floor.
  const strayCents = plan.scenario === 'wanders' ? nextNormal(trader) * 2 * plan.unitCents - trader.resultCents / 2 : 0;
  trader.dayGoalCents = Math.round(plan.dayGoalCents + strayCents);
  return event;
}

/** When the next trade may open; the close if no trade fits into the day. */
function findNextOpenAt(trader: Trader): number {
  const { plan, dayClosesAt, nextAt } = trader;
  const overLimit = plan.dayLimitCents !== null && trader.dayResultCents <= -plan.dayLimitCents;
  if (overLimit || nextAt > dayClosesAt - lastOpenBeforeCloseMs) return dayClosesAt;
  if (trader.hours === 'always') return nextAt;
  if (nextAt > dayClosesAt - busyUntilMs) return dayClosesAt;
  return Math.max(nextAt, dayClosesAt - busyFromMs);
}

function openTrade(market: Market, trader: Trader): Fill {
  const { plan, nextAt: at } = trader;
  const wins = nextRandom(trader) < winningChance(trader);
  const centsPerTick = tickCents(plan.instrument, plan.quantity);
  const resultTicks = Math.max(1, Math.round((plan.unitCents * nextBetween(trader, 0.6, 1.5)) / centsPerTick));
  const lengthMs = Math.min(maxTradeMs, trader.dayClosesAt - at - minuteMs);
  const contract = { instrument: plan.instrument, month: frontMonthOf(plan.instrument, at) };
  const { side, exitAt } = findExit(market, {
    ...{ contract, at, from: at + minTradeMs, until: at + lengthMs },
    ticks: wins ? resultTicks : -resultTicks,
  });
  const { bidTicks, askTicks } = getQuote(market, contract, at);
  const entryTicks = side === 'buy' ? askTicks : bidTicks;
  trader.trade = { month: contract.month, side, entryTicks, exitAt };
  const fill = makeFill(trader, { month: contract.month, side, priceTicks: entryTicks });
  trader.nextAt = Math.min(at + trader.markEveryMs, exitAt);
  return fill;
}

/** Marks the position at the price it could be closed at now. */
function markTrade(market: Market, trader: Trader, trade: OpenTrade): AccountEvent {
  const { nextAt: at } = trader;
  const { instrument } = trader.plan;
  const priceTicks = exitTicksOf(market, trader, trade);
  trader.nextAt = Math.min(at + trader.markEveryMs, trade.exitAt);
  return { type: 'mark', at, instrument, month: trade.month, priceTicks };
}

function closeTrade(market: Market, trader: Trader, trade: OpenTrade): Fill {
  const { plan } = trader;
  const priceTicks = exitTicksOf(market, trader, trade);
  const direction = trade.side === 'buy' ? 1 : -1;
  book(trader, direction * (priceTicks - trade.entryTicks) * tickCents(plan.instrument, plan.quantity));
  trader.trade = null;
  const side = trade.side === 'buy' ? 'sell' : 'buy';
  const fill = makeFill(trader, { month: trade.month, side, priceTicks });
  trader.nextAt += Math.round(nextBetween(trader, minuteMs / 2, 4 * minuteMs));
  trader.ended = plan.maxLossCents !== null && trader.resultCents <= -plan.maxLossCents;
  return fill;
}

function exitTicksOf(market: Market, { plan, nextAt }: Trader, { month, side }: OpenTrade): number {
  const { bidTicks, askTicks } = getQuote(market, { instrument: plan.instrument, month }, nextAt);
  return side === 'buy' ? bidTicks : askTicks;
}

type FillTerms = { readonly month: ContractMonth; readonly side: Fill['side']; readonly priceTicks: number };

function makeFill(trader: Trader, terms: FillTerms): Fill {
  const { instrument, quantity } = trader.plan;
  const feeCents = instruments[instrument].feeCents * quantity;
  const fill: Fill = { type: 'fill', at: trader.nextAt, instrument, ...terms, quantity, feeCents };
  book(trader, -feeCents);
  return fill;
}

function book(trader: Trader, cents: number): void {
  trader.resultCents += cents;
  trader.peakCents = Math.max(trader.peakCents, trader.resultCents);
  trader.dayResultCents += cents;
}

/** Moves the day's result toward its target, and away from the floor unless the account should be breached. */
function winningChance(trader: Trader): number {
  const { plan, resultCents, peakCents } = trader;
  const remainingCents = plan.maxLossCents === null ? null : plan.maxLossCents + resultCents - peakCents;
  if (plan.scenario !== 'fails' && remainingCents !== null && remainingCents < 6 * plan.unitCents) return 1;
  const spanMs = trader.hours === 'exchange' ? busyFromMs : trader.dayClosesAt - trader.dayStartedAt;
  const passedMs =
    trader.hours === 'exchange'
      ? busyFromMs - (trader.dayClosesAt - trader.nextAt)
      : trader.nextAt - trader.dayStartedAt;
  const dueCents = trader.dayGoalCents * Math.min(1, (1.4 * passedMs) / spanMs);
  const behindUnits = (dueCents - trader.dayResultCents) / plan.unitCents;
  return Math.min(0.88, Math.max(0.12, 0.5 + 0.12 * behindUnits));
}
