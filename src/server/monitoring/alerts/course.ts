import { minuteMs } from '#lib/durations.ts';
import type { OperatorAlert } from '../ports/alerts/alerts.ts';

export type Condition = Pick<OperatorAlert, 'name' | 'labels' | 'summary'>;

/** One alert from the first time its condition holds until the receiver knows that it is over. */
export type Course = {
  readonly startedAt: Date;
  /** Since when the condition holds, or was last seen to be gone. */
  readonly changedAt: Date;
  readonly holds: boolean;
  /** How often the condition came back within the quiet time. */
  readonly returns: number;
  readonly firedAt: Date | null;
  readonly toldAt: Date | null;
  /** Whether the receiver has read that it comes and goes. */
  readonly toldReturns: boolean;
};

/** An alert is over once its condition has been gone for so long; until then, a return continues it. */
const quietMs = 5 * minuteMs;
/** A condition that comes back so often fires without lasting. */
const flappingReturns = 3;

const since = (from: Date, now: Date) => now.getTime() - from.getTime();

/** @returns what has become of an alert; null if there is nothing, or no longer anything, to tell */
export function follow(course: Course | null, holds: boolean, forMs: number, now: Date): Course | null {
  if (course === null && !holds) return null;
  const first = { startedAt: now, changedAt: now, holds, returns: 0, firedAt: null, toldAt: null, toldReturns: false };
  const last: Course = course ?? first;
  const changedAt = last.holds === holds ? last.changedAt : now;
  const returns = last.returns + Number(holds && !last.holds);
  const fires = holds && (since(changedAt, now) >= forMs || returns >= flappingReturns);
  const firedAt = last.firedAt ?? (fires ? now : null);
  if (firedAt === null && !holds && since(changedAt, now) >= quietMs) return null;
  return { ...last, changedAt, holds, returns, firedAt };
}

/**
 * Whether the receiver must be told now: that it fires while the condition holds, and else that it is over.
 * @param repeatMs after how long a lasting alert is sent again
 */
export function hasNews(course: Course, repeatMs: number, now: Date): boolean {
  const { changedAt, holds, returns, firedAt, toldAt, toldReturns } = course;
  if (firedAt === null) return false;
  if (!holds) return since(changedAt, now) >= quietMs;
  return toldAt === null || since(toldAt, now) >= repeatMs || (returns > 0 && !toldReturns);
}
