import { getPayoutTerms } from '#content/catalog.ts';
import { findRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { lockPerson } from '#server/people/lock.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { resendPayout as resendCall } from '#shared/payouts/contract.ts';
import { liveStatuses } from '#shared/payouts/stages.ts';
import { describeAccountPayout, type Payout } from '../describe.ts';
import { checkFirstPayout } from '../payees/check-first-payout.ts';
import { lockPayout } from '../stages/lock-payout.ts';
import { isAccountPayout, type StoredPayout } from '../tables.ts';
import { chooseDestination } from './choose-destination.ts';
import { findPayoutByKey, requireSameRequest } from './repeated-request.ts';
import { storePayout } from './store.ts';

/**
 * Sends owed money again: a payout of the same amount and split, which passes the same stages. Conditions of the account
 * don't matter anymore. The same key returns the same payout.
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
    const { feesCents } = getPayoutTerms(deps.catalog, account.rules_version, account);
    const stored = await storePayout(deps, trx, account, {
      ...{ personId, destinationId, method, idempotencyKey, requestHash, originId: origin.id },
      amountCents: origin.amount_cents,
      traderCents: origin.trader_cents,
      firmCents: origin.firm_cents,
      creditCents: origin.credit_cents,
      feeCents: Math.min(feesCents[method] ?? 0, origin.trader_cents),
      isSample: origin.is_sample,
      ofAccount: {
        account_id: origin.account_id,
        full_share_cents: origin.full_share_cents,
        cap_cents: origin.cap_cents,
        cap_number: origin.cap_number,
        closed_through: origin.closed_through,
        counted_after: origin.counted_after,
        quote: JSON.stringify(origin.quote),
      },
    });
    await checkFirstPayout(deps, trx, stored);
    return { payout: await describeAccountPayout(deps, trx, stored) };
  });
}

async function requireNotSent(trx: Trx, { id }: StoredPayout): Promise<void> {
  const sent = await findRow(trx, 'payout', { origin_id: id, status: liveStatuses }, ['number']);
  if (sent) throw new ServiceError(409, 'payout_open', { data: { number: sent.number } });
}
