import type { AccountStatus } from './state.ts';

/** What an account is for. Merit begins as live; a passed evaluation is followed by a funded account of its own. */
export type AccountPhase = 'evaluation' | 'funded' | 'live';

/** Why an account is over although its rules never ended it. */
export type AccountEnd = 'cancelled' | 'expired';

/** Where an account stands in its life, in one word. */
export type AccountStage = AccountPhase | AccountEnd | 'passed' | 'activated' | 'breached' | 'suspended';

/** Whether an account of this stage may trade, a day's lock apart. */
export function isTraded(stage: AccountStage): boolean {
  return stage === 'evaluation' || stage === 'funded' || stage === 'live';
}

/** Whether nothing will ever happen to it again but a reset; what is suspended goes on one day. */
export function isOver(stage: AccountStage): boolean {
  return !isTraded(stage) && stage !== 'suspended';
}

type Life = {
  readonly phase: AccountPhase;
  readonly status: AccountStatus;
  /** Whether the funded account that follows a passed evaluation is open. */
  readonly activated: boolean;
  readonly ended: AccountEnd | null;
  /** Kept from trading until a payment is settled. */
  readonly suspended: boolean;
};

export function stageOf({ phase, status, activated, ended, suspended }: Life): AccountStage {
  if (status === 'breached') return 'breached';
  if (phase === 'evaluation' && activated) return 'activated';
  // A pass is kept: whoever then stops paying for the evaluation may still take up the funded account.
  if (ended === 'cancelled' && phase === 'evaluation' && status === 'passed') return 'passed';
  if (ended !== null) return ended;
  if (suspended) return 'suspended';
  return status === 'passed' ? 'passed' : phase;
}

export type AccountAction = 'reset' | 'renew' | 'activate' | 'review' | 'withdraw';

/** Why a action is not possible now; null where it is. */
export type BlockedReason =
  | 'not-offered'
  | 'paid-once'
  | 'over'
  | 'suspended'
  | 'passed-already'
  | 'not-passed'
  | 'activated-already'
  | 'no-trades'
  | 'not-funded'
  | 'payout-conditions';

type ActionContext = {
  readonly stage: AccountStage;
  /** Over for good, whatever its rules said before. */
  readonly isEnded: boolean;
  /** Also where the stage says something graver than that a payment is missing. */
  readonly isSuspended: boolean;
  readonly hasReset: boolean;
  readonly hasActivation: boolean;
  readonly isMonthly: boolean;
  readonly tradedDays: number;
  readonly mayWithdraw: boolean;
};

/** What a person may do with an account, each action with the reason where it is not possible. */
export function actionsOf(
  facts: ActionContext,
): readonly { readonly action: AccountAction; readonly refusal: BlockedReason | null }[] {
  return [
    { action: 'reset', refusal: refuseReset(facts) },
    { action: 'renew', refusal: refuseRenewal(facts) },
    { action: 'activate', refusal: refuseActivation(facts) },
    { action: 'review', refusal: facts.tradedDays === 0 ? 'no-trades' : null },
    { action: 'withdraw', refusal: refuseWithdrawal(facts) },
  ];
}

function refuseReset({ stage, isEnded, isSuspended, hasReset }: ActionContext): BlockedReason | null {
  if (!hasReset) return 'not-offered';
  if (stage === 'passed' || stage === 'activated') return 'passed-already';
  if (isEnded) return 'over';
  return isSuspended ? 'suspended' : null;
}

function refuseRenewal({ stage, isEnded, isMonthly }: ActionContext): BlockedReason | null {
  if (!isMonthly) return 'paid-once';
  if (stage === 'passed' || stage === 'activated') return 'passed-already';
  return isEnded ? 'over' : null;
}

function refuseActivation({ stage, hasActivation }: ActionContext): BlockedReason | null {
  if (!hasActivation) return 'not-offered';
  if (stage === 'activated' || stage === 'funded' || stage === 'live') return 'activated-already';
  if (stage === 'suspended') return 'suspended';
  return stage === 'passed' ? null : 'not-passed';
}

function refuseWithdrawal({ stage, mayWithdraw }: ActionContext): BlockedReason | null {
  if (stage === 'suspended') return 'suspended';
  if (stage !== 'funded' && stage !== 'live') return 'not-funded';
  return mayWithdraw ? null : 'payout-conditions';
}
