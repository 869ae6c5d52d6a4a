import { type AccountStage, isTraded } from '#shared/accounts/lifecycle.ts';
import { isLossReached } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import type { Holding, Sizing } from './sizing.ts';

/** `execution` follows the leader's fills with market orders; `order` also copies the leader's working orders. */
export const copyModes = ['execution', 'order'] as const;

export type CopyMode = (typeof copyModes)[number];

/** `closing` copies exits only, until the follower is flat; `flattening` closes at once. Both end in `disarmed`. */
export const copyPhases = ['armed', 'closing', 'flattening', 'disarmed'] as const;

export const copyActions = [
  'filled',
  'missed',
  'settings',
  'order-placed',
  'order-changed',
  'order-canceled',
  'out-of-sync',
  ...copyPhases,
] as const;

export type CopyAction = (typeof copyActions)[number];

/** Why copying to a follower stopped. */
export const disarmReasons = [
  'new',
  'owner',
  'flattened',
  'daily-stop',
  'account-over',
  'package-ended',
  'package-limit',
] as const;

export type DisarmReason = (typeof disarmReasons)[number];

/** Why an entry wasn't copied. Exits are always copied. */
export const missedReasons = [
  'late',
  'suspended',
  'locked',
  'payout-review',
  'halted',
  'no-remaining-drawdown',
  'contract-limit',
  'averaging-down',
  'rejected',
] as const;

export type MissedReason = (typeof missedReasons)[number];

/** A leader's entry that a follower missed. It is kept until the leader is flat in the contract or reverses. */
export type MissedEntry = Pick<Holding, 'instrument' | 'month'> & {
  readonly side: 'long' | 'short';
  readonly reason: MissedReason;
};

/** Why a leader's working order has no copy. */
export const unmatchedReasons = [...missedReasons, 'not-filled', 'canceled'] as const;

export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** A leader's working order without a copy, or an order whose counterpart has filled while it hasn't yet. */
export type UnmatchedOrder = Pick<Holding, 'instrument' | 'month'> & {
  readonly side: Side;
  readonly reason: UnmatchedReason;
};

/** A follower's settings and progress. */
export type CopyLink = {
  readonly copyMode: CopyMode;
  readonly sizing: Sizing;
  /** The loss in one trading day that flattens and disarms the follower; null for no limit. */
  readonly dailyStopCents: number | null;
  readonly phase: (typeof copyPhases)[number];
  readonly disarmReason: DisarmReason | null;
  /** Whether it was armed while the leader had a position, so that it joins once the leader is flat. */
  readonly waiting: boolean;
  readonly missed: readonly MissedEntry[];
  /** The unmatched orders at the last check; only in order mode. */
  readonly unmatched: readonly UnmatchedOrder[];
};

export type CopyStatus = 'on' | 'out-of-sync' | 'closing' | 'disarmed';

export function getCopyStatus({ phase, waiting, missed, unmatched }: CopyLink): CopyStatus {
  if (phase === 'disarmed') return 'disarmed';
  if (phase !== 'armed') return 'closing';
  return waiting || missed.length > 0 || unmatched.length > 0 ? 'out-of-sync' : 'on';
}

export type ArmBlockedReason = 'account' | 'position' | 'stop';

type Armable = Pick<CopyLink, 'dailyStopCents'> & {
  readonly stage: AccountStage;
  readonly isFlat: boolean;
  readonly dayResultCents: number;
};

/** Why a disarmed follower can't be armed now; null if it can. Screen and server share this check. */
export function findArmBlockedReason({
  stage,
  isFlat,
  dailyStopCents,
  dayResultCents,
}: Armable): ArmBlockedReason | null {
  if (!isTraded(stage)) return 'account';
  if (!isFlat) return 'position';
  return isLossReached(dailyStopCents, dayResultCents) ? 'stop' : null;
}

/** Arms a disarmed follower. A follower that is closing must be flat first. */
export function arm(link: CopyLink, isLeaderFlat: boolean): CopyLink {
  if (link.phase !== 'disarmed') return link;
  return { ...link, phase: 'armed', disarmReason: null, waiting: !isLeaderFlat, missed: [], unmatched: [] };
}

/** Stops copying entries. Exits are copied until the follower is flat. */
export function disarm(link: CopyLink, disarmReason: DisarmReason): CopyLink {
  return link.phase === 'armed' ? { ...link, phase: 'closing', disarmReason, waiting: false } : link;
}

/** Closes a follower's positions at once. */
export function flatten(link: CopyLink, disarmReason: DisarmReason): CopyLink {
  if (link.phase === 'disarmed' || link.phase === 'flattening') return link;
  return { ...link, phase: 'flattening', disarmReason: link.disarmReason ?? disarmReason, waiting: false };
}

/** Disarms at once, even if the follower still holds positions. */
export function release(link: CopyLink, disarmReason: DisarmReason): CopyLink {
  if (link.phase === 'disarmed') return link;
  const reason = link.disarmReason ?? disarmReason;
  return { ...link, phase: 'disarmed', disarmReason: reason, waiting: false, missed: [], unmatched: [] };
}
