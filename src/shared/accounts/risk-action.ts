/** Actions that the risk desk takes on an account. Each has a cause written for the trader. */
export const riskActionKinds = ['liquidate_only', 'lock', 'liquidate', 'suspend', 'restore', 'terminate'] as const;

export type RiskActionKind = (typeof riskActionKinds)[number];

/** Whether a second person must approve the action: stopped trading only resumes if two people agree. */
export function needsTwoPeople(kind: RiskActionKind): boolean {
  return kind === 'restore';
}

/** How long a liquidation blocks new orders while positions close. */
export const liquidationMs = 60_000;

type Suspension = {
  readonly reason: string;
  /** When it ends by itself, in UTC ms; null if it doesn't. */
  readonly until: number | null;
};

/** Whether an account can be set to liquidate only: not if it already is or the desk has suspended it indefinitely. */
export function canLiquidateOnly(suspensions: readonly Suspension[]): boolean {
  return !suspensions.some(({ reason, until }) => reason === 'liquidate-only' || (reason === 'risk' && until === null));
}

/** What the trader is shown while the risk desk stops the account. */
export type RiskStop = {
  readonly reason: 'risk' | 'liquidate-only';
  readonly cause: string;
  /** When the stop ends by itself, in UTC ms, whatever else suspends the account; null if it doesn't. */
  readonly until: number | null;
};

/** A suspension with the risk action that caused it; null if it has another cause. */
type CausedSuspension = Suspension & { readonly action: { readonly cause: string; readonly at: number } | null };

/**
 * The risk desk's current stop with its newest action. A full suspension outranks liquidate only. Null if there
 * is no such stop, or if a conduct case is open, which comes first because the trader has to answer it.
 */
export function findRiskStop(suspensions: readonly CausedSuspension[]): RiskStop | null {
  if (suspensions.some(({ reason }) => reason === 'conduct')) return null;
  const reason = suspensions.some((each) => each.reason === 'risk') ? 'risk' : 'liquidate-only';
  const stops = suspensions.filter((each) => each.reason === reason);
  const actions = stops.flatMap(({ action }) => action ?? []);
  const newest = actions.toSorted((left, right) => right.at - left.at)[0];
  if (!newest) return null;
  const ends = stops.map(({ until }) => until);
  return { reason, cause: newest.cause, until: ends.includes(null) ? null : Math.max(...ends.map(Number)) };
}
