import { replay } from '../../../domain/account/engine.ts';
import type { AccountEvent } from '../../../domain/account/events.ts';
import type { SeriesPoint } from '../../../domain/account/series.ts';
import type { AccountState } from '../../../domain/account/state.ts';
import { type TradingDaySpan, tradingDaySpan } from '../../../domain/calendar/trading-day.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';

const minuteMs = 60_000;
const eventsPerCheckpoint = 1_000;

/** The state after all events before `at`. */
export type Checkpoint = { readonly at: number; readonly state: AccountState };

type Folded = {
  readonly state: AccountState;
  /** One a minute, stamped with the minute's start, holding its last figures. */
  readonly points: readonly SeriesPoint[];
  readonly checkpoints: readonly Checkpoint[];
  /** Days that were left for a later one. */
  readonly endedDays: readonly TradingDaySpan[];
};

/** The one order in which events count, however they arrive. Source ids are ASCII, so this is their byte order. */
export function compareDelivered(left: DeliveredEvent, right: DeliveredEvent): number {
  if (left.event.at !== right.event.at) return left.event.at - right.event.at;
  if (left.sourceId === right.sourceId) return 0;
  return left.sourceId < right.sourceId ? -1 : 1;
}

/**
 * Applies ordered events to a state minute by minute. A checkpoint stands before each new trading day and before the
 * first minute after a thousand events, so that a late event costs a bounded replay.
 */
export function foldEvents(
  rules: AccountRules,
  from: { readonly state: AccountState; readonly checkpointCount: number },
  events: readonly AccountEvent[],
): Folded {
  const points: SeriesPoint[] = [];
  const checkpoints: Checkpoint[] = [];
  const endedDays: TradingDaySpan[] = [];
  let { state, checkpointCount } = from;
  for (const { minute, group } of groupByMinute(events)) {
    const { lastEventAt } = state;
    const day = tradingDaySpan(minute);
    if (lastEventAt !== null && lastEventAt < day.startsAt) {
      endedDays.push(tradingDaySpan(lastEventAt));
      checkpoints.push({ at: day.startsAt, state });
      checkpointCount = state.eventCount;
    } else if (
      lastEventAt !== null &&
      lastEventAt < minute &&
      state.eventCount - checkpointCount >= eventsPerCheckpoint
    ) {
      checkpoints.push({ at: minute, state });
      checkpointCount = state.eventCount;
    }
    state = replay(rules, group, state);
    points.push(pointOf(state, minute));
  }
  return { state, points, checkpoints, endedDays };
}

export function pointOf(state: AccountState, at: number): SeriesPoint {
  const { equityCents, floorCents, highWaterMarkCents } = state;
  return { at, equityCents, floorCents, highWaterMarkCents };
}

function* groupByMinute(events: readonly AccountEvent[]) {
  let group: AccountEvent[] = [];
  let minute = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.at >= minute + minuteMs) {
      if (group.length > 0) yield { minute, group };
      group = [];
      minute = Math.floor(event.at / minuteMs) * minuteMs;
    }
    group.push(event);
  }
  if (group.length > 0) yield { minute, group };
}
