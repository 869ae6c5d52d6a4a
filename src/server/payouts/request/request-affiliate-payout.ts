import { getAffiliate } from '#server/affiliates/approved.ts';
import { readPayoutFacts } from '#server/affiliates/read-payout-facts.ts';
import { requireStoredPlan } from '#server/core/database/closing.ts';
import { findRow } from '#server/core/database/rows.ts';
import { type Actor, type Db, type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { lockPerson } from '#server/people/lock.ts';
import type { requestAffiliatePayout as requestCall } from '#shared/affiliates/contract-payouts.ts';
import { quoteAffiliatePayout } from '#shared/affiliates/payout-quote.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import { type AffiliatePayout, describeAffiliatePayout } from '../describe.ts';
import { checkFirstPayout } from '../payees/check-first-payout.ts';
import type { StoredPayout } from '../tables.ts';
import { chooseDestination } from './choose-destination.ts';
import { queueRequest } from './queue.ts';
import { findPayoutByKey, requireSameRequest } from './repeated-request.ts';
import { storePayout } from './store.ts';

type Request = BodyOf<typeof requestCall>;
type Reply = { readonly payout: AffiliatePayout };

/**
 * Accepts an affiliate's request: the amount is reserved in the ledger and passes the same stages as every payout. The
 * same key returns the same payout.
 * @throws {ServiceError} 404 for anyone else, 422 for an amount, 409 for a requirement, an open request or another fee
 */
export async function requestAffiliatePayout(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  request: Request,
  idempotencyKey: string,
): Promise<Reply> {
  const requestHash = sha256(JSON.stringify(['affiliate', request.amountCents, request.destinationId]));
  const queued = {
    queueKey: `affiliate:${personId}`,
    personId,
    idempotencyKey,
    conflictCode: 'affiliate_payout_open',
  } as const;
  return queueRequest(deps, queued, () => takeRequest(deps, personId, request, { idempotencyKey, requestHash }));
}

async function takeRequest(
  deps: Deps,
  personId: string,
  { amountCents, destinationId, expectedNetCents }: Request,
  { idempotencyKey, requestHash }: { readonly idempotencyKey: string; readonly requestHash: string },
): Promise<Reply> {
  const repeated = await findPayoutByKey(deps.db, personId, idempotencyKey);
  if (repeated) return replyAgain(deps, deps.db, repeated, requestHash);
  return runTransaction(deps, async (trx) => {
    await requireStoredPlan(trx);
    // Requests of a person run one at a time. In between, only a refund can lower the balance, even below zero.
    await lockPerson(trx, personId);
    const earlier = await findPayoutByKey(trx, personId, idempotencyKey);
    if (earlier) return replyAgain(deps, trx, earlier, requestHash);
    await getAffiliate(trx, personId);
    await requireNoneOpen(trx, personId);
    const { method } = await chooseDestination(deps, trx, personId, destinationId, 'affiliate');
    const quote = quoteAffiliatePayout(await readPayoutFacts(deps, trx, personId), { amountCents, method });
    if (quote.problem !== null) {
      throw new ServiceError(422, 'invalid', { fields: { amountCents: [`affiliate_payout_${quote.problem}`] } });
    }
    if (quote.netCents !== expectedNetCents) throw new ServiceError(409, 'payout_changed');
    const stored = await storePayout(deps, trx, null, {
      ...{ personId, destinationId, method, amountCents, idempotencyKey, requestHash },
      ...{ traderCents: amountCents, firmCents: 0, feeCents: quote.feeCents, ofAccount: null },
    });
    await checkFirstPayout(deps, trx, stored);
    return { payout: await describeAffiliatePayout(deps, trx, stored) };
  });
}

async function replyAgain(deps: Deps, db: Db | Trx, earlier: StoredPayout, requestHash: string): Promise<Reply> {
  requireSameRequest(earlier, requestHash);
  return { payout: await describeAffiliatePayout(deps, db, earlier) };
}

async function requireNoneOpen(trx: Trx, personId: string): Promise<void> {
  const open = await findRow(trx, 'payout', { person_id: personId, source: 'affiliate', status: openStatuses }, [
    'number',
  ]);
  if (open) throw new ServiceError(409, 'affiliate_payout_open', { data: { number: open.number } });
}
