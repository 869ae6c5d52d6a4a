import { type Attempt, type AttemptEnd, nextStart, type ReplayRecord, replayAttempt } from './attempts.ts';
import { createDayFinder } from './day-finder.ts';
import { costOf, countMonths, type ReplayCost, type ReplayOffer } from './offer.ts';

/**
 * How reliable a verdict is. `certain`: no price between fills can change it. `upper-bound`: some of these prices are
 * missing, and they may have touched the floor. `either`: with the extremes reversed it ends as in `harshest`.
 * `uncertain`: some prices of the breach are outdated. `other-trading`: the platform would have refused or closed some
 * of it. `incomplete`: some rows of the file couldn't be read.
 */
export const certainties = ['certain', 'upper-bound', 'either', 'uncertain', 'other-trading', 'incomplete'] as const;

export type Certainty = (typeof certainties)[number];

export type OfferReplay = {
  readonly id: string;
  readonly first: AttemptEnd;
  readonly certainty: Certainty;
  /** How it ends with the extremes in the other order; null if it makes no difference. */
  readonly harshest: AttemptEnd | null;
  readonly resets: number;
  /** How the last attempt ended, after all resets. */
  readonly last: AttemptEnd;
  readonly lockedDays: number;
  readonly fillsOverLimit: number;
  readonly cost: ReplayCost;
};

type Records = {
  readonly mildest: ReplayRecord;
  readonly harshest: ReplayRecord | null;
  readonly isCovered: boolean;
  /** Whether positions are open after the last fill, so that their outcome is unknown. */
  readonly endsOpen: boolean;
  /** Whether every row of the file could be read. */
  readonly isComplete: boolean;
};

/** Replays the records under one offer's rules; null if they contain no trading day. */
export function replayOffer(offer: ReplayOffer, records: Records): OfferReplay | null {
  const { harshest } = records;
  const attempts = attemptsOf(offer, records.mildest);
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first === undefined || last === undefined) return null;
  const other = harshest === null ? null : replayAttempt(offer.rules, harshest, 0);
  const differs = other !== null && !isSameEnd(first.end, other.end);
  // Days that are locked only with the extremes in the other order.
  const furtherLocks = Math.max(0, (other?.lockedDays ?? 0) - first.lockedDays);
  const resets = attempts.length - 1;
  const months = countMonths(first.startedOn, last.end.day);
  return {
    ...{ id: offer.id, first: first.end, certainty: certaintyOf(first, differs, furtherLocks, records) },
    ...{ harshest: differs ? other.end : null, resets, last: last.end },
    lockedDays: attempts.reduce((sum, attempt) => sum + attempt.lockedDays, furtherLocks),
    fillsOverLimit: attempts.reduce((sum, attempt) => sum + attempt.fillsOverLimit, 0),
    cost: costOf(offer, months, resets, last.end.status === 'passed'),
  };
}

function attemptsOf({ rules }: ReplayOffer, record: ReplayRecord): readonly Attempt[] {
  const attempts: Attempt[] = [];
  const dayOf = createDayFinder();
  let from = 0;
  while (from < record.events.length) {
    const attempt = replayAttempt(rules, record, from);
    if (attempt === null) break;
    attempts.push(attempt);
    if (attempt.end.status !== 'breached') break;
    from = nextStart(record, attempt, dayOf);
  }
  return attempts;
}

function certaintyOf(
  first: Attempt,
  differs: boolean,
  furtherLocks: number,
  { harshest, isCovered, endsOpen, isComplete }: Records,
): Certainty {
  if (first.fillsOverLimit > 0 || first.lockedDays + furtherLocks > 0) return 'other-trading';
  if (differs) return 'either';
  if (!isComplete) return 'incomplete';
  if (first.end.status === 'breached') return first.isBreachKnown ? 'certain' : 'uncertain';
  const hasPrices = harshest !== null && isCovered && !(endsOpen && first.end.status === 'open');
  return hasPrices ? 'certain' : 'upper-bound';
}

function isSameEnd(left: AttemptEnd, right: AttemptEnd): boolean {
  const ruleOf = (end: AttemptEnd) => (end.status === 'breached' ? end.rule : null);
  return left.status === right.status && left.day === right.day && ruleOf(left) === ruleOf(right);
}
