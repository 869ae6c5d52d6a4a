import { nextBetween, nextNormal, nextRandom } from '#lib/random.ts';
import { type ContractMonth, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { AccountEvent, Fill } from '../events.ts';
import { feeCents, ticksPerSecond } from './market.ts';
import type { OpenTrade, TraderState } from './trader-state.ts';

/** A working copy of a trader state, owned and mutated by one run. */
type Trader = { -readonly [Key in keyof TraderState]: TraderState[Key] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxTradeMs = 6 * minuteMs;
/** How long before the close the last trade opens: the shortest one takes this long, with marks a minute apart. */
const lastOpenBeforeCloseMs = 2 * minuteMs;
const busyFromMs = 7.5 * hourMs;
const busyUntilMs = hourMs;

/** Performs the trader's next step and advances its clock; null if it emits nothing. */
export function stepTrader(trader: Trader): AccountEvent | null {
  if (trader.trade !== null)
    return trader.trade.marksLeft > 0 ? markTrade(trader, trader.trade) : closeTrade(trader, trader.trade);
  if (trader.nextAt >= trader.dayClosesAt) return closeDay(trader);
  const waitUntil = findNextOpenAt(trader);
  if (waitUntil <= trader.nextAt) return openTrade(trader);
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

function openTrade(trader: Trader): Fill {
  const { plan } = trader;
  const wins = nextRandom(trader) < winningChance(trader);
  const side = nextRandom(trader) < 0.55 ? 'buy' : 'sell';
  const centsPerTick = tickCents(plan.instrument, plan.quantity);
  const resultTicks = Math.max(1, Math.round((plan.unitCents * nextBetween(trader, 0.6, 1.5)) / centsPerTick));
  const direction = (side === 'buy' ? 1 : -1) * (wins ? 1 : -1);
  const lengthMs = nextBetween(trader, minuteMs, Math.min(maxTradeMs, trader.dayClosesAt - trader.nextAt - minuteMs));
  const entryTicks = trader.priceTicks + Math.round(nextNormal(trader) * ticksPerSecond(plan.instrument) * 12);
  const marksLeft = Math.max(1, Math.floor(lengthMs / trader.markEveryMs));
  const month = frontMonthOf(plan.instrument, trader.nextAt);
  trader.trade = { month, side, entryTicks, exitTicks: entryTicks + direction * resultTicks, marksLeft };
  return makeFill(trader, { month, side, priceTicks: entryTicks }, trader.markEveryMs);
}

/** Prices follow a Brownian bridge: they move freely at first and are pulled to the exit price as it nears. */
function markTrade(trader: Trader, trade: OpenTrade): AccountEvent {
  const { plan, nextAt: at } = trader;
  const stepsLeft = trade.marksLeft + 1;
  const volatility = ticksPerSecond(plan.instrument) * Math.sqrt(Math.min(trader.markEveryMs, minuteMs) / 1_000);
  const noise = nextNormal(trader) * volatility * Math.sqrt((stepsLeft - 1) / stepsLeft);
  const nextTicks = trader.priceTicks + (trade.exitTicks - trader.priceTicks) / stepsLeft + noise;
  const reachTicks = Math.abs(trade.exitTicks - trade.entryTicks);
  trader.priceTicks = Math.round(
    Math.min(trade.entryTicks + reachTicks, Math.max(trade.entryTicks - reachTicks, nextTicks)),
  );
  trader.trade = { ...trade, marksLeft: trade.marksLeft - 1 };
  trader.nextAt += trader.markEveryMs;
  return { type: 'mark', at, instrument: plan.instrument, month: trade.month, priceTicks: trader.priceTicks };
}

function closeTrade(trader: Trader, trade: OpenTrade): Fill {
  const { plan } = trader;
  const direction = trade.side === 'buy' ? 1 : -1;
  const wonTicks = direction * (trade.exitTicks - trade.entryTicks);
  book(trader, wonTicks * tickCents(plan.instrument, plan.quantity));
  trader.trade = null;
  const pauseMs = Math.round(nextBetween(trader, minuteMs / 2, 4 * minuteMs));
  const side = trade.side === 'buy' ? 'sell' : 'buy';
  const fill = makeFill(trader, { month: trade.month, side, priceTicks: trade.exitTicks }, pauseMs);
  trader.ended = plan.maxLossCents !== null && trader.resultCents <= -plan.maxLossCents;
  return fill;
}

type FillTerms = { readonly month: ContractMonth; readonly side: Fill['side']; readonly priceTicks: number };

function makeFill(trader: Trader, terms: FillTerms, pauseMs: number): Fill {
  const { instrument, quantity } = trader.plan;
  const fee = feeCents(instrument, quantity);
  const fill: Fill = { type: 'fill', at: trader.nextAt, instrument, ...terms, quantity, feeCents: fee };
  book(trader, -fee);
  trader.priceTicks = terms.priceTicks;
  trader.nextAt += pauseMs;
  return fill;
}

function book(trader: Trader, cents: number): void {
  trader.resultCents += cents;
  trader.dayResultCents += cents;
}

/** Moves the day's result towards its target, and away from the floor unless the account should be breached. */
function winningChance(trader: Trader): number {
  const { plan, resultCents } = trader;
  const remainingCents = plan.maxLossCents === null ? null : plan.maxLossCents + resultCents;
  if (plan.scenario !== 'fails' && remainingCents !== null && remainingCents < 6 * plan.unitCents) return 1;
  const dayMs = trader.hours === 'exchange' ? busyFromMs : trader.dayClosesAt - trader.dayStartedAt;
  const passedMs =
    trader.hours === 'exchange'
      ? busyFromMs - (trader.dayClosesAt - trader.nextAt)
      : trader.nextAt - trader.dayStartedAt;
  const dueCents = trader.dayGoalCents * Math.min(1, (1.4 * passedMs) / dayMs);
  const behindUnits = (dueCents - trader.dayResultCents) / plan.unitCents;
  return Math.min(0.88, Math.max(0.12, 0.5 + 0.12 * behindUnits));
}
