import { nextBetween, nextNormal, nextRandom } from '../../lib/random.ts';
import type { AccountEvent, Fill } from '../account/events.ts';
import { nextTradingDay, sessionCloseAt } from '../calendar/trading-day.ts';
import { instruments } from '../instrument/instruments.ts';
import { feeCents, ticksPerSecond } from './market.ts';
import type { TapeState, TapeTrade } from './trader-state.ts';

/** A tape state that one run owns and writes to. */
type Tape = { -readonly [Key in keyof TapeState]: TapeState[Key] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestTradeMs = 6 * minuteMs;
const busyFromMs = 7.5 * hourMs;
const busyUntilMs = hourMs;

/** Does what is next on the tape and moves its clock on; null where that shows nothing. */
export function takeTurn(tape: Tape): AccountEvent | null {
  if (tape.trade !== null) return tape.trade.marksLeft > 0 ? markTrade(tape, tape.trade) : closeTrade(tape, tape.trade);
  if (tape.nextAt >= tape.dayClosesAt) return closeDay(tape);
  const waitUntil = whenToTrade(tape);
  if (waitUntil <= tape.nextAt) return openTrade(tape);
  tape.nextAt = waitUntil;
  return null;
}

function closeDay(tape: Tape): AccountEvent {
  const event: AccountEvent = { type: 'day-close', at: tape.dayClosesAt, day: tape.day };
  const { plan } = tape;
  tape.dayStartedAt = tape.dayClosesAt;
  tape.day = nextTradingDay(tape.day);
  tape.dayClosesAt = sessionCloseAt(tape.day);
  tape.dayResultCents = 0;
  // A wanderer's days pull it back to where it began, so that neither goal nor floor is ever near.
  const strayCents = plan.scenario === 'wanders' ? nextNormal(tape) * 2 * plan.unitCents - tape.resultCents / 2 : 0;
  tape.dayGoalCents = Math.round(plan.dayGoalCents + strayCents);
  return event;
}

/** The moment from which the next trade may open; the close where none fits into the day any more. */
function whenToTrade(tape: Tape): number {
  const { plan, dayClosesAt, nextAt } = tape;
  const overLimit = plan.dayLimitCents !== null && tape.dayResultCents <= -plan.dayLimitCents;
  const lastOpenAt = dayClosesAt - longestTradeMs - minuteMs;
  if (overLimit || nextAt > lastOpenAt) return dayClosesAt;
  if (tape.hours === 'always') return nextAt;
  if (nextAt > dayClosesAt - busyUntilMs) return dayClosesAt;
  return Math.max(nextAt, dayClosesAt - busyFromMs);
}

function openTrade(tape: Tape): Fill {
  const { plan } = tape;
  const wins = nextRandom(tape) < winningChance(tape);
  const side = nextRandom(tape) < 0.55 ? 'buy' : 'sell';
  const tickCents = plan.quantity * instruments[plan.instrument].tickValueCents;
  const resultTicks = Math.max(1, Math.round((plan.unitCents * nextBetween(tape, 0.6, 1.5)) / tickCents));
  const direction = (side === 'buy' ? 1 : -1) * (wins ? 1 : -1);
  const lengthMs = nextBetween(tape, minuteMs, longestTradeMs);
  const entryTicks = tape.priceTicks + Math.round(nextNormal(tape) * ticksPerSecond(plan.instrument) * 12);
  const marksLeft = Math.max(1, Math.floor(lengthMs / tape.markEveryMs));
  tape.trade = { side, entryTicks, exitTicks: entryTicks + direction * resultTicks, marksLeft };
  return takeFill(tape, side, entryTicks, tape.markEveryMs);
}

/** Prices walk as a bridge: free on the way, drawn to the exit the more the nearer it is. */
function markTrade(tape: Tape, trade: TapeTrade): AccountEvent {
  const { plan, nextAt: at } = tape;
  const stepsLeft = trade.marksLeft + 1;
  const volatility = ticksPerSecond(plan.instrument) * Math.sqrt(Math.min(tape.markEveryMs, minuteMs) / 1_000);
  const noise = nextNormal(tape) * volatility * Math.sqrt((stepsLeft - 1) / stepsLeft);
  const wantedTicks = tape.priceTicks + (trade.exitTicks - tape.priceTicks) / stepsLeft + noise;
  const reachTicks = Math.abs(trade.exitTicks - trade.entryTicks);
  tape.priceTicks = Math.round(
    Math.min(trade.entryTicks + reachTicks, Math.max(trade.entryTicks - reachTicks, wantedTicks)),
  );
  tape.trade = { ...trade, marksLeft: trade.marksLeft - 1 };
  tape.nextAt += tape.markEveryMs;
  return { type: 'mark', at, instrument: plan.instrument, priceTicks: tape.priceTicks };
}

function closeTrade(tape: Tape, trade: TapeTrade): Fill {
  const { plan } = tape;
  const direction = trade.side === 'buy' ? 1 : -1;
  const wonTicks = direction * (trade.exitTicks - trade.entryTicks) * plan.quantity;
  book(tape, wonTicks * instruments[plan.instrument].tickValueCents);
  tape.trade = null;
  const pauseMs = Math.round(nextBetween(tape, minuteMs / 2, 4 * minuteMs));
  const fill = takeFill(tape, trade.side === 'buy' ? 'sell' : 'buy', trade.exitTicks, pauseMs);
  tape.ended = plan.maxLossCents !== null && tape.resultCents <= -plan.maxLossCents;
  return fill;
}

function takeFill(tape: Tape, side: Fill['side'], priceTicks: number, restMs: number): Fill {
  const { instrument, quantity } = tape.plan;
  const fee = feeCents(instrument) * quantity;
  const fill: Fill = { type: 'fill', at: tape.nextAt, instrument, side, quantity, priceTicks, feeCents: fee };
  book(tape, -fee);
  tape.priceTicks = priceTicks;
  tape.nextAt += restMs;
  return fill;
}

function book(tape: Tape, cents: number): void {
  tape.resultCents += cents;
  tape.dayResultCents += cents;
}

/** Steers the day towards its goal, and away from the floor unless the account is meant to be lost. */
function winningChance(tape: Tape): number {
  const { plan, resultCents } = tape;
  const roomCents = plan.maxLossCents === null ? null : plan.maxLossCents + resultCents;
  if (plan.scenario !== 'fails' && roomCents !== null && roomCents < 6 * plan.unitCents) return 1;
  const dayMs = tape.hours === 'exchange' ? busyFromMs : tape.dayClosesAt - tape.dayStartedAt;
  const passedMs =
    tape.hours === 'exchange' ? busyFromMs - (tape.dayClosesAt - tape.nextAt) : tape.nextAt - tape.dayStartedAt;
  const dueCents = tape.dayGoalCents * Math.min(1, (1.4 * passedMs) / dayMs);
  const behindUnits = (dueCents - tape.dayResultCents) / plan.unitCents;
  return Math.min(0.88, Math.max(0.12, 0.5 + 0.12 * behindUnits));
}
