import { findTradingDay, sessionOpenAt, type TradingDay } from '../../calendar/trading-day.ts';
import { drawdownRules } from '../../drawdown/registry.ts';
import { ceilCents, excessOf } from '../../money/exact-cents.ts';
import type { AccountRules } from '../../rules/types.ts';
import type { AccountEvent, Adjustment, DayClose, Fill } from '../events.ts';
import { closeDay, enterDay } from './days.ts';
import { checkDrawdown, trailDrawdown } from './floors.ts';
import { createMutableState, type MutableState } from './mutable-state.ts';
import { bookFill, markPosition, openProfitHundredths } from './positions.ts';

/**
 * Applies one event to the working copy. A passed account no longer changes. A breached one keeps breach and
 * floor until a reset, while its money is still booked to match the platform's record.
 */
export function step(rules: AccountRules, draft: MutableState, event: AccountEvent): void {
  draft.eventCount += 1;
  if (draft.lastEventAt === null || event.at > draft.lastEventAt) draft.lastEventAt = event.at;
  if (draft.status === 'passed') return;
  if (event.type === 'day-close') takeDayClose(rules, draft, event);
  else takeMoment(rules, draft, event);
}

function takeMoment(rules: AccountRules, draft: MutableState, event: Exclude<AccountEvent, DayClose>): void {
  const day = enterDay(rules, draft, event.at);
  // Closing an earlier day, if its close never came, may just have passed the account.
  if (draft.status === 'passed') return;
  if (event.type === 'reset') startOver(rules, draft);
  else if (event.type === 'adjustment') takeAdjustment(draft, event);
  else if (event.type === 'fill') {
    takeFill(draft, event);
    checkEquity(rules, draft, event.at, day);
  } else if (markPosition(draft, event)) checkEquity(rules, draft, event.at, day);
}

function checkEquity(rules: AccountRules, draft: MutableState, at: number, day: TradingDay): void {
  draft.equityCents = draft.balanceCents + ceilCents(openProfitHundredths(draft) - draft.balanceExcess);
  if (draft.breach !== null) return;
  if (drawdownRules[rules.drawdown.mode].marks === 'equity') trailDrawdown(rules, draft, draft.equityCents);
  checkDrawdown(rules, draft, at, day);
}

function takeFill(draft: MutableState, fill: Fill): void {
  const hundredths = bookFill(draft, fill) - draft.balanceExcess;
  const resultCents = ceilCents(hundredths) - fill.feeCents;
  draft.balanceExcess = excessOf(hundredths);
  draft.balanceCents += resultCents;
  const today = draft.days.at(-1);
  if (today === undefined) return;
  today.profitCents += resultCents;
  today.fills += 1;
}

/** Money outside trading: it doesn't count towards the daily limit and can't breach a floor by itself. */
function takeAdjustment(draft: MutableState, { amountCents }: Adjustment): void {
  draft.balanceCents += amountCents;
  draft.equityCents += amountCents;
  if (draft.dailyFloorCents !== null && draft.breach === null) draft.dailyFloorCents += amountCents;
}

function takeDayClose(rules: AccountRules, draft: MutableState, { day, at }: DayClose): void {
  // A close without a session, or before the day's start, is the sender's error.
  if (findTradingDay(day) === null || at < sessionOpenAt(day)) return;
  closeDay(rules, draft, day);
}

function startOver(rules: AccountRules, draft: MutableState): void {
  const { lastEventAt, eventCount } = draft;
  Object.assign(draft, createMutableState(rules), { lastEventAt, eventCount });
}
