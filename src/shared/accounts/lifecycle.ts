import type { AccountStatus } from './model.ts';

/** An account's purpose. Merit starts as live; a passed evaluation leads to a separate funded account. */
export type AccountPhase = 'evaluation' | 'funded' | 'live';

/** Evaluations, and the accounts that follow them or start without one. Their results are never added up. */
export const accountGroups = ['evaluation', 'funded'] as const;

export type AccountGroup = (typeof accountGroups)[number];

export function groupOf(phase: AccountPhase): AccountGroup {
  return phase === 'evaluation' ? 'evaluation' : 'funded';
}

/** Why an account ended, other than by a breach or a pass. */
export const accountEndReasons = ['canceled', 'expired', 'terminated', 'inactivity'] as const;

export type AccountEndReason = (typeof accountEndReasons)[number];

export type AccountStage = AccountPhase | AccountEndReason | 'passed' | 'activated' | 'breached' | 'suspended';

/** Whether an account at this stage may trade, apart from a daily lock. */
export function isTraded(stage: AccountStage): stage is AccountPhase {
  return stage === 'evaluation' || stage === 'funded' || stage === 'live';
}

/** Whether the account is finished, apart from a reset or an activation. A suspended account isn't: it can resume. */
export function isOver(stage: AccountStage): boolean {
  return !isTraded(stage) && stage !== 'suspended';
}

/** Whether the account is closed for another reason than its rules: it ended, or a funded account replaced it. */
export function isEnded(stage: AccountStage): stage is AccountEndReason | 'activated' {
  return stage === 'activated' || accountEndReasons.some((end) => end === stage);
}

type Lifecycle = {
  readonly phase: AccountPhase;
  readonly status: AccountStatus;
  /** Whether the funded account that follows a passed evaluation is open. */
  readonly activated: boolean;
  readonly ended: AccountEndReason | null;
  /** Trading is suspended until a payment is settled or a conduct case is decided. */
  readonly suspended: boolean;
};

export function stageOf({ phase, status, activated, ended, suspended }: Lifecycle): AccountStage {
  if (status === 'breached') return 'breached';
  if (phase === 'evaluation' && activated) return 'activated';
  // A pass is permanent: someone who stops paying for the evaluation can still activate the funded account.
  if (ended === 'canceled' && phase === 'evaluation' && status === 'passed') return 'passed';
  if (ended !== null) return ended;
  if (suspended) return 'suspended';
  return status === 'passed' ? 'passed' : phase;
}

export type OrderAction = 'reset' | 'renew' | 'activate' | 'review';
/** Why an action isn't possible now. */
export const blockedReasons = [
  'not-offered',
  'paid-once',
  'paid-ahead',
  'over',
  'suspended',
  'passed-already',
  'not-passed',
  'activating',
  'activated-already',
  'refunded',
  'no-trades',
  'untouched',
  'reviewed-already',
  'not-funded',
  'payout-open',
  'payouts-missing',
  'payout-conditions',
] as const;

export type BlockedReason = (typeof blockedReasons)[number];

export type OrderContext = {
  readonly stage: AccountStage;
  readonly phase: AccountPhase;
  /** A trial can't be reset, renewed or funded. */
  readonly isTrial: boolean;
  /** Permanently closed, whatever its status under the rules. */
  readonly isEnded: boolean;
  /** True even if the stage shows a more serious state than the suspension. */
  readonly isSuspended: boolean;
  /** Its activation is paid for, and the funded account isn't open yet. */
  readonly isBeingActivated: boolean;
  /** The order that opened it is refunded or about to be. */
  readonly isRefunded: boolean;
  /** Catalog prices for its package; null if the package doesn't sell it. */
  readonly resetPriceCents: number | null;
  readonly activationPriceCents: number | null;
  /** Unused resets that came with a funded account. */
  readonly resetsLeft: number;
  /** Payouts that a funded account still has to make before it can be reset. */
  readonly payoutsUntilReset: number;
  /** A payout of it is undecided or on its way. A reset waits for it: the amount would start the new attempt ahead. */
  readonly hasOpenPayout: boolean;
  readonly renewal: 'none' | 'due' | 'paid-ahead';
  /** Since it was opened or last reset. */
  readonly tradedDays: number;
  /** A Performance Review covers every trade so far. */
  readonly isReviewed: boolean;
};

/** Why an action can't be ordered for an account now; null if it can. Screens and orders share this check. */
export function findBlockedReason(action: OrderAction, input: OrderContext): BlockedReason | null {
  switch (action) {
    case 'reset':
      return blockReset(input);
    case 'renew':
      return blockRenewal(input);
    case 'activate':
      return blockActivation(input);
    case 'review':
      if (input.tradedDays === 0) return 'no-trades';
      return input.isReviewed ? 'reviewed-already' : null;
  }
}

/** The price of a reset. Zero for a funded account, which uses a reset it came with. */
export function resetPrice({ phase, resetPriceCents }: OrderContext): number {
  return phase === 'evaluation' ? (resetPriceCents ?? 0) : 0;
}

type ActionState = { readonly action: OrderAction | 'withdraw'; readonly blockedReason: BlockedReason | null };

export function actionsOf(input: OrderContext, mayWithdraw: boolean): readonly ActionState[] {
  const orders = (['reset', 'renew', 'activate', 'review'] as const).map((action) => ({
    action,
    blockedReason: findBlockedReason(action, input),
  }));
  return [...orders, { action: 'withdraw', blockedReason: blockWithdrawal(input.stage, mayWithdraw) }];
}

function blockReset(input: OrderContext): BlockedReason | null {
  const { stage, phase, isTrial, isEnded, isSuspended, resetPriceCents, resetsLeft, tradedDays } = input;
  const isOffered = phase === 'evaluation' ? resetPriceCents !== null : resetsLeft > 0;
  if (isTrial || !isOffered) return 'not-offered';
  if (stage === 'passed' || stage === 'activated') return 'passed-already';
  if (isEnded) return 'over';
  if (input.hasOpenPayout) return 'payout-open';
  if (input.payoutsUntilReset > 0) return 'payouts-missing';
  if (isSuspended) return 'suspended';
  // Nothing has happened since it started, so a reset would change nothing.
  return isTraded(stage) && tradedDays === 0 ? 'untouched' : null;
}

function blockRenewal({ stage, isEnded, renewal }: OrderContext): BlockedReason | null {
  if (stage === 'passed' || stage === 'activated') return 'passed-already';
  if (isEnded) return 'over';
  if (renewal === 'none') return 'paid-once';
  return renewal === 'paid-ahead' ? 'paid-ahead' : null;
}

function blockActivation(input: OrderContext): BlockedReason | null {
  if (input.isTrial || input.activationPriceCents === null) return 'not-offered';
  return blockFunding(input) ?? (input.isBeingActivated ? 'activating' : null);
}

/**
 * Why an evaluation can't lead to a funded account now; null if it can. Checked when the activation is sold and again
 * when it is delivered.
 */
export function blockFunding({
  stage,
  isSuspended,
  isRefunded,
}: Pick<OrderContext, 'stage' | 'isSuspended' | 'isRefunded'>): BlockedReason | null {
  if (stage === 'activated' || stage === 'funded' || stage === 'live') return 'activated-already';
  if (stage !== 'passed' && stage !== 'suspended') return 'not-passed';
  if (isRefunded) return 'refunded';
  return isSuspended ? 'suspended' : null;
}

function blockWithdrawal(stage: AccountStage, mayWithdraw: boolean): BlockedReason | null {
  if (stage === 'suspended') return 'suspended';
  if (stage !== 'funded' && stage !== 'live') return 'not-funded';
  return mayWithdraw ? null : 'payout-conditions';
}
