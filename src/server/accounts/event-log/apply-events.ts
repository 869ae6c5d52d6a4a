import { minuteMs } from '#lib/durations.ts';
import { replay } from '#shared/accounts/engine.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { tradingDaySpan } from '#shared/exchange/trading-day.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';

const eventsPerCheckpoint = 1_000;

/** The state after all events before `at`. */
export type Checkpoint = { readonly at: number; readonly state: AccountState };

type AppliedEvents = {
  readonly state: AccountState;
  /** One per minute, with the minute's start and last values; the current minute's point follows later. */
  readonly points: readonly EquityPoint[];
  readonly checkpoints: readonly Checkpoint[];
  /** Events up to the last checkpoint. */
  readonly checkpointCount: number;
  /** When the newest trading day started; null if the events don't start one. */
  readonly newDayAt: number | null;
};

/** The order in which events apply, however they arrive. Source ids are ASCII, so this is byte order. */
export function compareDelivered(left: DeliveredEvent, right: DeliveredEvent): number {
  if (left.event.at !== right.event.at) return left.event.at - right.event.at;
  if (left.sourceId === right.sourceId) return 0;
  return left.sourceId < right.sourceId ? -1 : 1;
}

/**
 * Applies ordered events to a state, minute by minute. Checkpoints are taken before each new trading day and before
 * the first minute after a thousand events, which bounds the replay for a late event.
 */
export function applyEvents(
  rules: AccountRules,
  from: { readonly state: AccountState; readonly checkpointCount: number },
  events: readonly AccountEvent[],
): AppliedEvents {
  const points: EquityPoint[] = [];
  const checkpoints: Checkpoint[] = [];
  let { state, checkpointCount } = from;
  let newDayAt: number | null = null;
  for (const { minute, group } of groupByMinute(events)) {
    const { lastEventAt } = state;
    if (lastEventAt !== null && lastEventAt < minute) {
      points.push(pointOf(state, minuteOf(lastEventAt)));
      const { startsAt } = tradingDaySpan(minute);
      const isNewDay = lastEventAt < startsAt;
      if (isNewDay || state.eventCount - checkpointCount >= eventsPerCheckpoint) {
        checkpoints.push({ at: isNewDay ? startsAt : minute, state });
        checkpointCount = state.eventCount;
      }
      if (isNewDay) newDayAt = startsAt;
    }
    state = replay(rules, group, state);
  }
  return { state, points, checkpoints, checkpointCount, newDayAt };
}

export function pointOf(state: AccountState, at: number): EquityPoint {
  const { equityCents, floorCents, highWaterMarkCents } = state;
  return { at, equityCents, floorCents, highWaterMarkCents };
}

export function minuteOf(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs;
}

function* groupByMinute(events: readonly AccountEvent[]) {
  let group: AccountEvent[] = [];
  let minute = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.at >= minute + minuteMs) {
      if (group.length > 0) yield { minute, group };
      group = [];
      minute = minuteOf(event.at);
    }
    group.push(event);
  }
  if (group.length > 0) yield { minute, group };
}
