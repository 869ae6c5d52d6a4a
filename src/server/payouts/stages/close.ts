import { type Actor, type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { isClosable } from '#shared/payouts/stages.ts';
import { type AffiliatePayout, describeAccountPayout, describeAffiliatePayout, type Payout } from '../describe.ts';
import type { StoredPayout } from '../tables.ts';
import { changeStatus } from './change-status.ts';
import { type LockedPayout, lockPayout } from './lock-payout.ts';

/**
 * Cancels a request that isn't sent yet: amount, cap, winning days and full share are released. Repeating it succeeds.
 * @throws {ServiceError} 404 for another person's or another platform's, 409 `payout_settled` once it is sent,
 * 403 `sign_in_to_close` for an approved one without signing in
 */
export async function closePayout(
  deps: Deps,
  actor: Pick<Actor, 'personId' | 'isPayoutAccess'>,
  payoutId: string,
  platform: PlatformName,
): Promise<{ payout: Payout }> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, payoutId, actor.personId);
    if (locked.account?.platform !== platform) throw notFound();
    const closed = await closeLocked(deps, trx, locked, actor);
    return { payout: await describeAccountPayout(deps, trx, closed) };
  });
}

/**
 * Cancels an affiliate's request that isn't sent yet. Repeating it succeeds.
 * @throws {ServiceError} 404, 409 as above
 */
export async function closeAffiliatePayout(
  deps: Deps,
  actor: Pick<Actor, 'personId' | 'isPayoutAccess'>,
  payoutId: string,
): Promise<{ payout: AffiliatePayout }> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, payoutId, actor.personId);
    if (locked.account !== null) throw notFound();
    const closed = await closeLocked(deps, trx, locked, actor);
    return { payout: await describeAffiliatePayout(deps, trx, closed) };
  });
}

async function closeLocked(
  deps: Deps,
  trx: Trx,
  locked: LockedPayout,
  { personId, isPayoutAccess }: Pick<Actor, 'personId' | 'isPayoutAccess'>,
): Promise<StoredPayout> {
  const { payout } = locked;
  if (payout.status === 'canceled') return payout;
  if (!isClosable(payout.status)) throw new ServiceError(409, 'payout_settled');
  // Reading someone's mail isn't enough to undo what two people have approved.
  if (isPayoutAccess && payout.status === 'approved') throw new ServiceError(403, 'sign_in_to_close');
  return changeStatus(deps, trx, locked, 'cancel', { actor: `person:${personId}` });
}
