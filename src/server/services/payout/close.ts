import { isClosable } from '../../../domain/payout/stages.ts';
import type { PlatformName } from '../../db/columns.ts';
import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { runTransaction } from '../ledger/run-transaction.ts';
import { changeStatus } from './change-status.ts';
import { describePayout, type Payout } from './describe.ts';
import { lockPayout } from './lock-payout.ts';

/**
 * Closes a request until it is sent: amount, cap, winning days and full share are given back. A second close succeeds.
 * @throws {ServiceError} 404 for another person's or another platform's, 409 `payout_settled` once it is sent
 */
export async function closePayout(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  payoutId: string,
  platform: PlatformName,
): Promise<{ payout: Payout }> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, payoutId, personId);
    if (locked.account.platform !== platform) throw notFound();
    const { payout } = locked;
    if (payout.status === 'cancelled') return { payout: await describePayout(deps, trx, payout) };
    if (!isClosable(payout.status)) throw new ServiceError(409, 'payout_settled');
    const closed = await changeStatus(deps, trx, locked, 'cancel', { actor: `person:${personId}` });
    return { payout: await describePayout(deps, trx, closed) };
  });
}
