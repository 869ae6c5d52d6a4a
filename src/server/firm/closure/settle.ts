import { sql } from 'kysely';
import { requestEnd } from '#server/accounts/requests/end.ts';
import { selectContestedOrders } from '#server/affiliates/contested-sales.ts';
import { lockSubscription } from '#server/billing/subscriptions/advance-period.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { getRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { isDisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { maxPayoutOf } from '#server/payouts/request/list-accounts.ts';
import { requestPayout } from '#server/payouts/request/open.ts';
import { readPayoutFacts } from '#server/payouts/request/read-facts.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { isPaid } from './line-status.ts';

/** Releases lines whose decision was made, or voids them if it left nothing due. */
export async function decideHolds({ db, clock }: Deps, closureId: string): Promise<void> {
  const disputeIs = (status: string) => sql`exists (select from account_dispute d
    where d.account_id = l.account_id and d.status = ${status})`;
  await sql`update closure_line l set hold = null, voided_at = case
      when l.hold = 'breach-dispute' and not ${disputeIs('upheld')} then ${clock()}::timestamptz
      when l.hold = 'account-review' and a.end_reason = 'terminated' then ${clock()}::timestamptz end
    from closure_line line left join trading_account a on a.id = line.account_id
    where l.id = line.id and l.closure_id = ${closureId} and case l.hold
      when 'chargeback' then not exists (select from payment_dispute d where d.order_id = l.order_id and d.status = 'open')
        and (l.order_id is not null or not exists (select from commission m where m.affiliate_id = l.person_id
          and m.status = 'available' and m.order_id in (${selectContestedOrders(db)})))
      when 'commission-review' then not exists (select from commission m
        where m.affiliate_id = l.person_id and m.status = 'review')
      when 'breach-dispute' then not ${disputeIs('open')}
        and (not ${disputeIs('upheld')} or a.state ->> 'breach' is null)
      when 'account-review' then not exists (select from account_suspension s
        where s.account_id = l.account_id and s.reason not in ('past-due', 'payout-transfer')) end`.execute(db);
}

/** An account stays open, without trading, while its payout or a decision about it is awaited. */
const isKept = (closureId: string, accountId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from closure_line l join closure c on c.id = l.closure_id
  where l.closure_id = ${closureId} and l.account_id = ${accountId} and l.voided_at is null
    and (l.kind <> 'refund' or l.hold is not null) and not (${isPaid}))`;

/** Ends every subscription, and every account that no money waits in. What is on its way out of an account leaves first. */
export async function endWhatRuns(deps: Deps, closureId: string): Promise<void> {
  const running = await sql<{ id: string; keeps: boolean }>`
    select s.id, ${isKept(closureId, sql`s.account_id`)} as keeps from subscription s where s.status <> 'ended'`.execute(
    deps.db,
  );
  for (const { id, keeps } of running.rows)
    await deps.db.transaction().execute(async (trx) => {
      const subscription = await lockSubscription(trx, id);
      if (subscription.status !== 'ended')
        await endSubscription(deps, trx, subscription, 'system', keeps ? 'kept' : undefined);
    });
  const open = await sql<{ id: string }>`
    select a.id from trading_account a where a.ended_at is null and not ${isKept(closureId, sql`a.id`)}
      and not exists (select from account_end_request r where r.account_id = a.id)
      and not exists (select from payout_transfer t
        where t.account_id = a.id and t.transferred_at is null and t.voided_at is null)`.execute(deps.db);
  for (const { id } of open.rows) await deps.db.transaction().execute((trx) => requestEnd(deps, trx, id, 'canceled'));
}

/**
 * Requests each refund that nothing holds, once; a chargeback opened since then holds one. An undelivered order that cost
 * nothing has no line, and ends too.
 */
export async function payBack(deps: Deps, closureId: string): Promise<void> {
  const { rows } = await sql<{ orderId: string; keptCents: number }>`
    select o.id as "orderId", l.kept_cents as "keptCents" from closure_line l join orders o on o.id = l.order_id
    where l.closure_id = ${closureId} and l.kind = 'refund' and l.hold is null and l.voided_at is null
      and o.refund_requested_at is null and o.status in (${sql.join(paidStatuses)})
    union select id, 0 from orders where status = 'paid' and total_cents = 0 and refund_requested_at is null`.execute(
    deps.db,
  );
  for (const { orderId, keptCents } of rows)
    await deps.db.transaction().execute(async (trx) => {
      const order = await requireLockedRow(trx, 'orders', orderId);
      if (!(await isDisputed(trx, orderId)) && (await requestOrderRefund(deps, trx, order, 'ended', 'system')))
        await updateRow(trx, 'orders', orderId, { kept_cents: order.kept_cents + keptCents });
    });
}

type PayableLine = { id: string; personId: string; accountId: string; destinationId: string; method: PayoutMethod };

/** Requests each profit once, for those who have told us where to; the others request it themselves. */
export async function requestProfits(deps: Deps, closureId: string): Promise<void> {
  // In no order, so that those who still miss something don't hold up the rest.
  const { rows } = await sql<PayableLine>`
    select l.id, l.person_id as "personId", l.account_id as "accountId", d.id as "destinationId", d.method
    from closure_line l join lateral (select id, method from payout_destination
      where person_id = l.person_id and removed_at is null and usable_at <= ${deps.clock()}
      order by created_at desc limit 1) d on true
    where l.closure_id = ${closureId} and l.kind = 'profit' and l.hold is null and l.voided_at is null
      and not exists (select from payout p where p.person_id = l.person_id and p.idempotency_key = l.id)
    order by random() limit 200`.execute(deps.db);
  for (const { id, personId, accountId, destinationId, method } of rows) {
    const facts = await readPayoutFacts(deps, deps.db, await getRow(deps.db, 'trading_account', accountId));
    const amountCents = maxPayoutOf(facts);
    const { allowed, netCents } = quotePayout(facts, { amountCents, method });
    const request = { accountId, amountCents, destinationId, expectedNetCents: netCents };
    const requested = allowed ? requestPayout(deps, { personId }, request, id) : Promise.resolve();
    // Such as a missing tax form; the person's screen says what is missing.
    await requested.catch((error) => error instanceof ServiceError || deps.log.error({ err: error, lineId: id }));
  }
}
