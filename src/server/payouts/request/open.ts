import { findOpenPayout } from '#server/accounts/lifecycle/find-open-payout.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { requireStoredPlan } from '#server/core/database/closing.ts';
import { type Actor, type Db, type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { lockPerson } from '#server/people/lock.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { requestPayout as requestCall } from '#shared/payouts/contract.ts';
import { lastClosedDay } from '#shared/payouts/eligibility.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { promiseHour } from '../approval/promise-hour.ts';
import { describeAccountPayout, type Payout } from '../describe.ts';
import { checkFirstPayout } from '../payees/check-first-payout.ts';
import { deductAmount } from '../stages/request-transfer.ts';
import { isAccountPayout, type StoredPayout } from '../tables.ts';
import { chooseDestination } from './choose-destination.ts';
import { queueRequest } from './queue.ts';
import { readCountedThrough, readPayoutFacts } from './read-facts.ts';
import { findPayoutByKey, requireSameRequest } from './repeated-request.ts';
import { storePayout } from './store.ts';

type Request = BodyOf<typeof requestCall>;

/**
 * Accepts a request: the amount is reserved in the ledger and leaves the account, which can't trade until then. The
 * same key returns the same payout.
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
  const queueKey = `account:${personId}:${request.accountId}`;
  const queued = { queueKey, personId, idempotencyKey, conflictCode: 'payout_open' } as const;
  return queueRequest(deps, queued, () => takeRequest(deps, personId, request, { idempotencyKey, requestHash }));
}

async function takeRequest(
  deps: Deps,
  personId: string,
  request: Request,
  { idempotencyKey, requestHash }: Pick<NewPayout, 'idempotencyKey' | 'requestHash'>,
): Promise<{ payout: Payout }> {
  const repeated = await findPayoutByKey(deps.db, personId, idempotencyKey);
  if (repeated) return { payout: await replyAgain(deps, repeated, requestHash) };
  await requireNoneOpen(deps.db, request.accountId, personId);
  return runTransaction(deps, async (trx) => {
    await requireStoredPlan(trx);
    const account = await lockAccount(trx, request.accountId, personId);
    const concurrent = await findPayoutByKey(trx, personId, idempotencyKey);
    if (concurrent) return { payout: await replyAgain(deps, concurrent, requestHash, trx) };
    await requireNoneOpen(trx, request.accountId, personId);
    await lockPerson(trx, personId);
    const { method } = await chooseDestination(deps, trx, personId, request.destinationId, 'account');
    const facts = await readPayoutFacts(deps, trx, account);
    const quote = quotePayout(facts, { amountCents: request.amountCents, method });
    if (!quote.allowed) throw new ServiceError(409, 'payout_conditions', { data: { quote } });
    if (quote.netCents !== request.expectedNetCents) throw new ServiceError(409, 'payout_changed', { data: { quote } });
    const { destinationId } = request;
    const stored = await openPayout(deps, trx, account, { destinationId, quote, idempotencyKey, requestHash });
    await checkFirstPayout(deps, trx, stored);
    const payout = await promiseHour(deps, trx, { payout: stored, account });
    return { payout: await describeAccountPayout(deps, trx, payout) };
  });
}

/** Stores a checked request: its money is reserved in the ledger and leaves the account. */
export async function openPayout(
  deps: Deps,
  trx: Trx,
  account: StoredAccount,
  { quote, ...request }: NewPayout,
): Promise<StoredPayout> {
  const closedThrough = lastClosedDay(account.state.days);
  if (closedThrough === null) throw new Error(`The account ${account.id} has no closed day to pay out`);
  const stored = await storePayout(deps, trx, account, {
    ...request,
    personId: account.person_id,
    method: quote.method,
    amountCents: quote.amountCents,
    traderCents: quote.traderCents,
    firmCents: quote.firmCents,
    feeCents: quote.feeCents,
    ofAccount: {
      account_id: account.id,
      full_share_cents: quote.fullShareCents,
      cap_cents: quote.capCents,
      cap_number: quote.capNumber,
      closed_through: closedThrough,
      counted_after: await readCountedThrough(trx, account.id),
      quote: JSON.stringify(quote),
    },
  });
  if (isAccountPayout(stored)) await deductAmount(deps, trx, stored);
  return stored;
}

function replyAgain(deps: Deps, earlier: StoredPayout, requestHash: string, trx?: Trx): Promise<Payout> {
  requireSameRequest(earlier, requestHash);
  return describeAccountPayout(deps, trx ?? deps.db, earlier);
}

/** Also called before the account is locked, so that a late request doesn't wait for the lock. */
async function requireNoneOpen(executor: Db | Trx, accountId: string, personId: string): Promise<void> {
  const open = await findOpenPayout(executor, accountId, personId);
  if (open) throw new ServiceError(409, 'payout_open', { data: { number: open.number } });
}

type NewPayout = {
  readonly destinationId: string;
  readonly isSample?: boolean;
  readonly quote: PayoutQuote;
  readonly idempotencyKey: string;
  readonly requestHash: string;
};
