import type { requestAffiliatePayout as requestCall } from '../../../contract/affiliate-payouts.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { quoteAffiliatePayout } from '../../../domain/affiliate/payout-quote.ts';
import { openStatuses } from '../../../domain/payout/stages.ts';
import type { StoredPayout } from '../../db/payout-tables.ts';
import type { Actor, Db, Deps, Trx } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { sha256 } from '../../ids.ts';
import { getAffiliate } from '../affiliate/approved.ts';
import { readPayoutFacts } from '../affiliate/read-payout-facts.ts';
import { runTransaction } from '../ledger/run-transaction.ts';
import { checkFirstPayout } from '../payee/check-first-payout.ts';
import { lockPerson } from '../person/lock.ts';
import { chooseDestination } from './choose-destination.ts';
import { type AffiliatePayout, describeAffiliatePayout } from './describe.ts';
import { findByKey, requireSameRequest } from './repeated-request.ts';
import { queueRequest } from './request-queue.ts';
import { storePayout } from './store-payout.ts';

type Request = BodyOf<typeof requestCall>;
type Answer = { readonly payout: AffiliatePayout };

/**
 * Takes an affiliate's request: the amount is reserved in the ledger and passes the stages of every payout. The same key
 * gets the same payout.
 * @throws {ServiceError} 404 for anyone else, 422 for an amount, 409 for a requirement, an open request or another fee
 */
export async function requestAffiliatePayout(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  request: Request,
  idempotencyKey: string,
): Promise<Answer> {
  const requestHash = sha256(JSON.stringify(['affiliate', request.amountCents, request.destinationId]));
  const place = { of: `affiliate:${personId}`, personId, idempotencyKey, refusal: 'affiliate_payout_open' } as const;
  return queueRequest(deps, place, () => takeRequest(deps, personId, request, { idempotencyKey, requestHash }));
}

async function takeRequest(
  deps: Deps,
  personId: string,
  { amountCents, destinationId, expectedNetCents }: Request,
  { idempotencyKey, requestHash }: { readonly idempotencyKey: string; readonly requestHash: string },
): Promise<Answer> {
  const repeated = await findByKey(deps.db, personId, idempotencyKey);
  if (repeated) return answerAgain(deps, deps.db, repeated, requestHash);
  return runTransaction(deps, async (trx) => {
    // One request of a person at a time; the balance may only fall meanwhile by a refund, which may leave it negative.
    await lockPerson(trx, personId);
    const earlier = await findByKey(trx, personId, idempotencyKey);
    if (earlier) return answerAgain(deps, trx, earlier, requestHash);
    await getAffiliate(trx, personId);
    await refuseIfOpen(trx, personId);
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

async function answerAgain(deps: Deps, db: Db | Trx, earlier: StoredPayout, requestHash: string): Promise<Answer> {
  requireSameRequest(earlier, requestHash);
  return { payout: await describeAffiliatePayout(deps, db, earlier) };
}

async function refuseIfOpen(trx: Trx, personId: string): Promise<void> {
  const open = await trx
    .selectFrom('payout')
    .select('number')
    .where('person_id', '=', personId)
    .where('source', '=', 'affiliate')
    .where('status', 'in', openStatuses)
    .executeTakeFirst();
  if (open) throw new ServiceError(409, 'affiliate_payout_open', { data: { number: open.number } });
}
