/** What the risk desk does to an account that may trade. Its cause is written for the trader. */
export const riskActionKinds = ['liquidate_only', 'lock', 'liquidate', 'suspend', 'restore', 'terminate'] as const;

export type RiskActionKind = (typeof riskActionKinds)[number];

/** Trading that was stopped starts again only if two people agree. */
export function needsTwoPeople(kind: RiskActionKind): boolean {
  return kind === 'restore';
}

/** How long a liquidation keeps new orders out while positions close. */
export const liquidationMs = 60_000;

/** How far an action has come: asked for, sent to the platform, acknowledged by it. */
export type RiskActionStage = 'requested' | 'declined' | 'sent' | 'acknowledged';

type Suspension = {
  readonly why: string;
  /** When it ends by itself, in epoch milliseconds; null if it doesn't. */
  readonly until: number | null;
};

/** Whether the desk may still set an account to liquidate only: not if it stands already, or nothing may be traded. */
export function canLiquidateOnly(suspensions: readonly Suspension[]): boolean {
  return !suspensions.some(({ why, until }) => why === 'liquidate-only' || (why === 'risk' && until === null));
}

/** What a trader reads of the risk desk while it stops the account. */
export type RiskStop = {
  readonly why: 'risk' | 'liquidate-only';
  readonly cause: string;
  /** When trading starts again by itself, in epoch milliseconds; null if it doesn't. */
  readonly until: number | null;
};

/** A suspension with the action of the desk that made it; null for one of something else. */
type CausedSuspension = Suspension & { readonly action: { readonly cause: string; readonly at: number } | null };

/**
 * The stop that holds now: a suspension rather than liquidate only, by its newest action. Null if the desk stops nothing
 * or a conduct case does, which comes first because it waits for an answer.
 */
export function findRiskStop(suspensions: readonly CausedSuspension[]): RiskStop | null {
  if (suspensions.some(({ why }) => why === 'conduct')) return null;
  const why = suspensions.some((each) => each.why === 'risk') ? 'risk' : 'liquidate-only';
  const actions = suspensions.flatMap((each) => (each.why === why && each.action ? [each.action] : []));
  const newest = actions.toSorted((left, right) => right.at - left.at)[0];
  if (!newest) return null;
  const ends = suspensions.map(({ until }) => until);
  return { why, cause: newest.cause, until: ends.includes(null) ? null : Math.max(...ends.map(Number)) };
}
