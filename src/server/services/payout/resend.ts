import { getPayoutTerms } from '../../../content/catalog.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { resendPayout as resendCall } from '../../../contract/payouts.ts';
import { liveStatuses } from '../../../domain/payout/stages.ts';
import { isAccountPayout, type StoredPayout } from '../../db/payout-tables.ts';
import type { Actor, Deps, Trx } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { sha256 } from '../../ids.ts';
import { runTransaction } from '../ledger/run-transaction.ts';
import { checkFirstPayout } from '../payee/check-first-payout.ts';
import { lockPerson } from '../person/lock.ts';
import { chooseDestination } from './choose-destination.ts';
import { describeAccountPayout, type Payout } from './describe.ts';
import { lockPayout } from './lock-payout.ts';
import { findPayoutByKey, requireSameRequest } from './repeated-request.ts';
import { storePayout } from './store-payout.ts';

/**
 * Sends owed money again: a payout of the same amount and split, which passes the same stages. Conditions of the account
 * don't matter any more. The same key returns the same payout.
 * @throws {ServiceError} 404, 409 for money that isn't owed or is being sent already, or a missing requirement
 */
export async function resendPayout(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  { payoutId, destinationId }: BodyOf<typeof resendCall>,
  idempotencyKey: string,
): Promise<{ payout: Payout }> {
  const requestHash = sha256(JSON.stringify(['owed', payoutId, destinationId]));
  return runTransaction(deps, async (trx) => {
    const { payout: origin, account } = await lockPayout(trx, payoutId, personId);
    const repeated = await findPayoutByKey(trx, personId, idempotencyKey);
    if (repeated) {
      requireSameRequest(repeated, requestHash);
      return { payout: await describeAccountPayout(deps, trx, repeated) };
    }
    if (!isAccountPayout(origin) || account === null) throw notFound();
    if (origin.owed_at === null) throw new ServiceError(409, 'payout_not_owed');
    await requireNotSent(trx, origin);
    await lockPerson(trx, personId);
    const { method } = await chooseDestination(deps, trx, personId, destinationId, 'owed');
    const { feesCents } = getPayoutTerms(deps.catalog, account.rules_version, account.programme);
    const stored = await storePayout(deps, trx, account, {
      ...{ personId, destinationId, method, idempotencyKey, requestHash, originId: origin.id },
      amountCents: origin.amount_cents,
      traderCents: origin.trader_cents,
      firmCents: origin.firm_cents,
      feeCents: Math.min(feesCents[method], origin.trader_cents),
      isSample: origin.is_sample,
      ofAccount: {
        account_id: origin.account_id,
        full_share_cents: origin.full_share_cents,
        cap_cents: origin.cap_cents,
        cap_number: origin.cap_number,
        closed_through: origin.closed_through,
        quote: JSON.stringify(origin.quote),
      },
    });
    await checkFirstPayout(deps, trx, stored);
    return { payout: await describeAccountPayout(deps, trx, stored) };
  });
}

async function requireNotSent(trx: Trx, { id }: StoredPayout): Promise<void> {
  const sent = await trx
    .selectFrom('payout')
    .select('number')
    .where('origin_id', '=', id)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst();
  if (sent) throw new ServiceError(409, 'payout_open', { data: { number: sent.number } });
}
