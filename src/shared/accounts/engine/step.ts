import { ceilCents, excessOf } from '#lib/money/exact-cents.ts';
import { findTradingDay, sessionOpenAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { marksAt } from '../drawdown/registry.ts';
import type { AccountEvent, AccountRules, Adjustment, BreachVoid, DayClose, Fill, PayoutDebit } from '../model.ts';
import { findDailyFloor } from '../rules/daily-loss.ts';
import { mustBeFlat } from '../rules/flat-by.ts';
import { movePayoutFloor } from '../rules/payout-floor.ts';
import { closeDay, enterDay } from './days.ts';
import { checkDrawdown, raiseMark, trailDrawdown } from './floors.ts';
import { createMutableState, type MutableState } from './mutable-state.ts';
import { bookFill, markPosition, openProfitHundredths, reportOpenProfit } from './positions.ts';

/**
 * Applies one event to the working copy. A passed account no longer changes. A breached account keeps its breach and
 * floor until a reset, but its money is still booked so that it matches the platform's record.
 */
export function step(rules: AccountRules, state: MutableState, event: AccountEvent): void {
  state.eventCount += 1;
  if (state.lastEventAt === null || event.at > state.lastEventAt) state.lastEventAt = event.at;
  if (state.status === 'passed') return;
  if (event.type === 'day-close') applyDayClose(rules, state, event);
  else applyTradingEvent(rules, state, event);
}

function applyTradingEvent(rules: AccountRules, state: MutableState, event: Exclude<AccountEvent, DayClose>): void {
  const day = enterDay(rules, state, event.at);
  // Entering the day may have closed an earlier one and passed the account.
  if (state.status === 'passed') return;
  if (rules.flatBy !== undefined) lockHeldPositions(rules, state, day, event.at);
  if (event.type === 'reset') resetState(rules, state);
  else if (event.type === 'breach-void') voidBreach(rules, state, event);
  else if (event.type === 'adjustment') bookAdjustment(rules, state, event);
  else if (event.type === 'fill') {
    applyFill(state, event);
    checkEquity(rules, state, event.at, day);
    if (rules.flatBy !== undefined) lockHeldPositions(rules, state, day, event.at);
  } else if (event.type === 'equity') {
    if (reportOpenProfit(state, event)) checkEquity(rules, state, event.at, day);
  } else if (markPosition(state, event)) checkEquity(rules, state, event.at, day);
}

function lockHeldPositions(rules: AccountRules, state: MutableState, day: TradingDay, at: number): void {
  if (state.status !== 'active' || state.positions.length === 0 || !mustBeFlat(rules, day, at)) return;
  state.status = 'locked';
  state.lockedBy = 'flat-by';
}

function checkEquity(rules: AccountRules, state: MutableState, at: number, day: TradingDay): void {
  state.equityCents = state.balanceCents + ceilCents(openProfitHundredths(state) - state.balanceExcess);
  if (state.breach !== null) return;
  if (marksAt(rules.drawdown.mode) === 'equity') trailDrawdown(rules, state, state.equityCents);
  checkDrawdown(rules, state, at, day);
}

function applyFill(state: MutableState, fill: Fill): void {
  const hundredths = bookFill(state, fill) - state.balanceExcess;
  const resultCents = ceilCents(hundredths) - fill.feeCents;
  state.balanceExcess = excessOf(hundredths);
  state.balanceCents += resultCents;
  if (state.heldCreditCents !== undefined && state.positions.length === 0) delete state.heldCreditCents;
  const today = state.days.at(-1);
  if (today === undefined) return;
  today.profitCents += resultCents;
  today.fills += 1;
}

/** Money outside trading doesn't count toward the daily limit and can't breach a floor by itself. */
function bookAdjustment(rules: AccountRules, state: MutableState, adjustment: Adjustment): void {
  const { amountCents } = adjustment;
  state.balanceCents += amountCents;
  state.equityCents += amountCents;
  if (state.dailyFloorCents !== null && state.breach === null) state.dailyFloorCents += amountCents;
  if (adjustment.cause === 'outage' && state.positions.length > 0)
    state.heldCreditCents = (state.heldCreditCents ?? 0) + amountCents;
  if (adjustment.cause === 'payout') trackPayout(rules, state, adjustment);
}

function applyDayClose(rules: AccountRules, state: MutableState, { day, at }: DayClose): void {
  // A close for a day without a session, or before the session's open, is the sender's error.
  if (findTradingDay(day) === null || at < sessionOpenAt(day)) return;
  closeDay(rules, state, day);
}

function resetState(rules: AccountRules, state: MutableState): void {
  const { lastEventAt, eventCount } = state;
  delete state.unpricedHundredths;
  delete state.heldCreditCents;
  delete state.lockedBy;
  Object.assign(state, createMutableState(rules), { lastEventAt, eventCount });
}

/** A later breach stands. The daily limit starts again from the balance, as on any day that opens with it. */
function voidBreach(rules: AccountRules, state: MutableState, { breachAt }: BreachVoid): void {
  if (state.breach === null || state.breach.at > breachAt) return;
  state.breach = null;
  state.status = 'active';
  state.dailyFloorCents = findDailyFloor(rules, state.balanceCents);
}

/**
 * Remembers a payout's money that leaves the account. When it comes back, the mark rises to where it would be if that
 * payout had never been requested, and so do the peaks of the payouts that are still out.
 */
function trackPayout(rules: AccountRules, state: MutableState, adjustment: Adjustment): void {
  const { amountCents } = adjustment;
  const payoutId = adjustment.payoutId ?? null;
  if (amountCents < 0) {
    state.payoutDebits = [...state.payoutDebits, { payoutId, amountCents: -amountCents, peakCents: null }];
    movePayoutFloor(rules, state);
    return;
  }
  const index = state.payoutDebits.findLastIndex(
    (debit) => debit.payoutId === payoutId && debit.amountCents === amountCents,
  );
  const returned = state.payoutDebits[index];
  if (returned === undefined) return;
  state.payoutDebits = state.payoutDebits
    .map((debit, position) => (position > index ? withAmount(debit, amountCents) : withPeak(debit, returned.peakCents)))
    .toSpliced(index, 1);
  movePayoutFloor(rules, state);
  if (returned.peakCents !== null && state.breach === null) raiseMark(rules, state, returned.peakCents);
}

/** The returned payout was out during the whole time of a later one. */
function withAmount(debit: PayoutDebit, returnedCents: number): PayoutDebit {
  return debit.peakCents === null ? debit : { ...debit, peakCents: debit.peakCents + returnedCents };
}

/** ... and only during the end of an earlier one's, where the earlier one's own amount was missing too. */
function withPeak(debit: PayoutDebit, peakCents: number | null): PayoutDebit {
  if (peakCents === null) return debit;
  return { ...debit, peakCents: Math.max(debit.peakCents ?? 0, peakCents + debit.amountCents) };
}
