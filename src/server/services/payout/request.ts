import { getPayoutVersion } from '../../../content/catalog.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { requestPayout as requestCall } from '../../../contract/payouts.ts';
import { bankDeadline } from '../../../domain/calendar/bank-days.ts';
import type { PayoutMethod } from '../../../domain/payee/destination.ts';
import { type PayoutQuote, quotePayout } from '../../../domain/payout/quote.ts';
import type { StoredPayout } from '../../db/payout-tables.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Actor, Db, Deps, Trx } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { newId, sha256 } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { runTransaction } from '../ledger/run-transaction.ts';
import { takeNumber } from '../number/take.ts';
import { checkFirstPayout } from '../payee/check-first-payout.ts';
import { listPayeeRequirements } from '../payee/list-payee-requirements.ts';
import { dueAtOf, postStatus } from './change-status.ts';
import { describePayout, type Payout } from './describe.ts';
import { takeAmount } from './move-requests.ts';
import { notifyPayee } from './notify-payee.ts';
import { readPayoutFacts } from './read-facts.ts';

type Request = BodyOf<typeof requestCall>;

/**
 * Takes a request: the amount is reserved in the ledger and leaves the account, which doesn't trade until then. The same
 * key gets the same payout.
 * @throws {ServiceError} 404, 409 for a condition, a requirement, an open request or figures that have changed
 */
export async function requestPayout(
  deps: Deps,
  actor: Pick<Actor, 'personId'>,
  request: Request,
  idempotencyKey: string,
): Promise<{ payout: Payout }> {
  const { personId } = actor;
  const requestHash = sha256(JSON.stringify([request.accountId, request.amountCents, request.destinationId]));
  const earlier = await findByKey(deps.db, personId, idempotencyKey);
  if (earlier) return { payout: await answerAgain(deps, earlier, requestHash) };
  await refuseIfOpen(deps.db, request.accountId, personId);
  return runTransaction(deps, async (trx) => {
    const account = await trx
      .selectFrom('trading_account')
      .selectAll()
      .where('id', '=', request.accountId)
      .where('person_id', '=', personId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw notFound();
    const meanwhile = await findByKey(trx, personId, idempotencyKey);
    if (meanwhile) return { payout: await answerAgain(deps, meanwhile, requestHash, trx) };
    await refuseIfOpen(trx, request.accountId, personId);
    await lockPerson(trx, personId);
    const { method } = await chooseDestination(deps, trx, personId, request.destinationId);
    const facts = await readPayoutFacts(deps, trx, account);
    const quote = quotePayout(facts, { amountCents: request.amountCents, method });
    if (!quote.allowed) throw new ServiceError(409, 'payout_conditions', { data: { quote } });
    if (quote.netCents !== request.expectedNetCents) throw new ServiceError(409, 'payout_changed', { data: { quote } });
    const { destinationId } = request;
    const stored = await openPayout(deps, trx, account, { destinationId, quote, idempotencyKey, requestHash });
    await checkFirstPayout(deps, trx, stored);
    return { payout: await describePayout(deps, trx, stored) };
  });
}

/** Stores a request that was checked: its money is reserved in the ledger and leaves the account. */
export async function openPayout(
  deps: Deps,
  trx: Trx,
  account: StoredAccount,
  given: NewPayout,
): Promise<StoredPayout> {
  const stored = await insertPayout(deps, trx, account, given);
  await postStatus(deps, trx, stored, 'requested');
  await takeAmount(deps, trx, stored);
  await writeAudit(deps, trx, {
    actor: `person:${account.person_id}`,
    action: 'payout-requested',
    entity: 'payout',
    entityId: stored.id,
    details: { accountId: account.id, amountCents: stored.amount_cents, destinationId: stored.destination_id },
  });
  await notifyPayee(deps, trx, stored, account);
  return stored;
}

function findByKey(executor: Db | Trx, personId: string, key: string): Promise<StoredPayout | undefined> {
  return executor
    .selectFrom('payout')
    .selectAll()
    .where('person_id', '=', personId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

async function answerAgain(deps: Deps, earlier: StoredPayout, requestHash: string, trx?: Trx): Promise<Payout> {
  if (earlier.request_hash !== requestHash) throw new ServiceError(409, 'idempotency_conflict');
  return describePayout(deps, trx ?? deps.db, earlier);
}

/** Before destinations, as everything locks them. */
async function lockPerson(trx: Trx, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().executeTakeFirstOrThrow();
}

/** @throws {ServiceError} 409 `payout_requirements` with what the payee still has to do, such as choosing a usable one */
async function chooseDestination(
  deps: Deps,
  trx: Trx,
  personId: string,
  destinationId: string,
): Promise<{ readonly method: PayoutMethod }> {
  const requirements = await listPayeeRequirements(deps, trx, personId, destinationId);
  const destination = await trx
    .selectFrom('payout_destination')
    .select('method')
    .where('id', '=', destinationId)
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (requirements.length > 0 || !destination) {
    throw new ServiceError(409, 'payout_requirements', { data: { requirements } });
  }
  return destination;
}

/** Asked before the account is locked as well, so that a crowd of requests doesn't queue for it. */
async function refuseIfOpen(executor: Db | Trx, accountId: string, personId: string): Promise<void> {
  const open = await executor
    .selectFrom('payout')
    .select('number')
    .where('account_id', '=', accountId)
    .where('person_id', '=', personId)
    .where('status', 'in', ['requested', 'in-review', 'approved', 'sent'])
    .executeTakeFirst();
  if (open) throw new ServiceError(409, 'payout_open', { data: { number: open.number } });
}

type NewPayout = {
  readonly destinationId: string;
  readonly isSample?: boolean;
  readonly quote: PayoutQuote;
  readonly idempotencyKey: string;
  readonly requestHash: string;
};

async function insertPayout(deps: Deps, trx: Trx, account: StoredAccount, given: NewPayout): Promise<StoredPayout> {
  const { quote } = given;
  const at = deps.clock();
  const decisionDueAt = decisionDueAtOf(deps, at);
  const dueAt = dueAtOf(deps, 'requested', at, decisionDueAt);
  const stored = await trx
    .insertInto('payout')
    .values({
      id: newId(),
      number: await takeNumber(trx, `P${at.getUTCFullYear()}`),
      account_id: account.id,
      person_id: account.person_id,
      destination_id: given.destinationId,
      method: quote.method,
      amount_cents: quote.amountCents,
      trader_cents: quote.traderCents,
      firm_cents: quote.firmCents,
      fee_cents: quote.feeCents,
      full_share_cents: quote.fullShareCents,
      cap_cents: quote.capCents,
      cap_number: quote.capNumber,
      quote: JSON.stringify(quote),
      idempotency_key: given.idempotencyKey,
      request_hash: given.requestHash,
      requested_at: at,
      decision_due_at: decisionDueAt,
      due_at: dueAt,
      is_sample: given.isSample ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const actor = `person:${account.person_id}`;
  await trx
    .insertInto('payout_stage')
    .values({ payout_id: stored.id, status: 'requested', at, due_at: dueAt, actor })
    .execute();
  return stored;
}

/** Until when a request made at a time is approved or rejected. */
export function decisionDueAtOf(deps: Deps, at: Date): Date {
  return new Date(bankDeadline(at.getTime(), getPayoutVersion(deps.catalog).reviewBusinessDays));
}
