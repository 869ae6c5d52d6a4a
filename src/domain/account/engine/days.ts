import { nextTradingDay, resultDayOf, sessionCloseAt, type TradingDay } from '../../calendar/trading-day.ts';
import { drawdownRules } from '../../drawdown/registry.ts';
import type { AccountRules } from '../../rules/types.ts';
import { meetsObjectives } from '../objectives.ts';
import { checkDrawdown, trailDrawdown } from './floors.ts';
import type { MutableState } from './mutable-state.ts';

/**
 * Makes the day of this time the current one and returns it, closing an earlier day whose close never came.
 * Events that arrive after their day has closed count for the next one: closed figures are final.
 */
export function enterDay(rules: AccountRules, draft: MutableState, at: number): TradingDay {
  const day = resultDayOf(at);
  const current = draft.days.at(-1);
  if (current === undefined) return openDay(rules, draft, day);
  if (day > current.day) {
    closeCurrentDay(rules, draft);
    return openDay(rules, draft, day);
  }
  return current.closed ? openDay(rules, draft, nextTradingDay(current.day)) : current.day;
}

/** Closes the given day and an earlier open one. A closed day stays unchanged. */
export function closeDay(rules: AccountRules, draft: MutableState, day: TradingDay): void {
  const current = draft.days.at(-1);
  if (current !== undefined && day < current.day) return;
  if (current?.day !== day) {
    closeCurrentDay(rules, draft);
    openDay(rules, draft, day);
  }
  closeCurrentDay(rules, draft);
}

/** Evaluates at the session's own close, whenever its message arrives. */
function closeCurrentDay(rules: AccountRules, draft: MutableState): void {
  const current = draft.days.at(-1);
  if (current === undefined || current.closed) return;
  current.closed = true;
  if (draft.status === 'breached' || draft.status === 'passed') return;
  const closeAt = sessionCloseAt(current.day);
  if (drawdownRules[rules.drawdown.mode].marks === 'close') trailDrawdown(rules, draft, draft.balanceCents);
  checkDrawdown(rules, draft, closeAt, current.day);
  if (draft.breach === null && draft.positions.length === 0 && meetsObjectives(rules, draft)) {
    draft.status = 'passed';
    draft.passedAt = closeAt;
  }
}

function openDay(rules: AccountRules, draft: MutableState, day: TradingDay): TradingDay {
  if (draft.status === 'passed') return day;
  if (draft.days.at(-1)?.fills === 0) draft.days.pop();
  draft.days.push({ day, openBalanceCents: draft.balanceCents, profitCents: 0, fills: 0, closed: false });
  if (draft.status === 'breached') return day;
  draft.status = 'active';
  draft.dailyFloorCents = rules.dailyLoss.mode === 'none' ? null : draft.balanceCents - rules.dailyLoss.limitCents;
  return day;
}
