import { contractKey } from '#shared/exchange/contract-month.ts';
import { dayResultCents } from '../day-result.ts';
import { applyEvent } from '../engine.ts';
import { type AccountEvent, type AccountRules, type AccountState, type Fill, signedQuantity } from '../model.ts';
import { findReachedLimit, limitsOn, type PersonalStop, type ReachedPersonalStop } from './personal-stop.ts';

/** The result of the current trading day so far, including open profit. */
export function openDayResultCents({ days, equityCents, balanceCents }: AccountState): number {
  return dayResultCents({ today: days.at(-1) ?? null, equityCents, balanceCents });
}

/**
 * Finds where the events first reach the trader’s stop in money; if several days reach it, the last day counts. Null if
 * none does. Events before the stop was set, and days that had reached it already, don’t count.
 */
export function foldPersonalStop(
  rules: AccountRules,
  personalStop: PersonalStop,
  from: AccountState,
  events: readonly AccountEvent[],
): ReachedPersonalStop | null {
  let state = from;
  let last: ReachedPersonalStop | null = null;
  for (const event of events) {
    state = applyEvent(rules, state, event);
    if (event.at < personalStop.since) continue;
    last = checkPersonalStop({ ...personalStop, reached: last ?? personalStop.reached }, state, event.at, null) ?? last;
  }
  return last;
}

/** The limit that a state newly reaches; null if none. @param trades closed that day; null if they weren’t counted */
export function checkPersonalStop(
  personalStop: PersonalStop,
  state: AccountState,
  at: number,
  trades: number | null,
): ReachedPersonalStop | null {
  const today = state.days.at(-1);
  if (state.status !== 'active' || today === undefined || today.closed) return null;
  const { day } = today;
  if (personalStop.reached !== null && personalStop.reached.day >= day) return null;
  const reached = findReachedLimit(limitsOn(personalStop, day), { resultCents: openDayResultCents(state), trades });
  return reached === null ? null : { ...reached, at, day };
}

/**
 * How many trades (from flat to flat in one contract) a day’s fills closed; a reversal closes one. The positions before
 * the fills are derived from those after them.
 */
export function countClosedTrades(
  fills: readonly Pick<Fill, 'instrument' | 'month' | 'side' | 'quantity'>[],
  positionsAfter: AccountState['positions'],
): number {
  const held = new Map(positionsAfter.map((each) => [contractKey(each), each.quantity]));
  for (const fill of fills) {
    const key = contractKey(fill);
    held.set(key, (held.get(key) ?? 0) - signedQuantity(fill));
  }
  let closed = 0;
  for (const fill of fills) {
    const key = contractKey(fill);
    const before = held.get(key) ?? 0;
    const after = before + signedQuantity(fill);
    if (before !== 0 && before * after <= 0) closed += 1;
    held.set(key, after);
  }
  return closed;
}
