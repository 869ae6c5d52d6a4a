import { type ArmBlockedReason, findArmBlockedReason } from '#shared/copier/copy-link.ts';
import type { CopierAccount } from './stores/copier.ts';

/** Why an account's follower can't be armed now; null if it can be, or is already running. */
export function armBlockedReasonOf({ follower, stage, positions }: CopierAccount): ArmBlockedReason | null {
  if (follower?.phase !== 'disarmed') return null;
  const { dailyStopCents, dayResultCents } = follower;
  return findArmBlockedReason({ stage, isFlat: positions.length === 0, dailyStopCents, dayResultCents });
}

export function isArmable(account: CopierAccount): boolean {
  return account.follower?.phase === 'disarmed' && armBlockedReasonOf(account) === null;
}
