import { sql } from 'kysely';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { listHeldCents } from '#server/affiliates/contested-sales.ts';
import { deleteRows, getRow, insertOnce } from '#server/core/database/rows.ts';
import type { Db, Deps } from '#server/core/deps.ts';
import { isDisputed, planOrderRefund } from '#server/orders/plan-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { maxPayoutOf } from '#server/payouts/request/list-accounts.ts';
import { readPayoutFacts } from '#server/payouts/request/read-facts.ts';
import { isOwed } from '#server/support/claims.ts';
import { type ClosureKind, type Due, dueForAccount, dueForPayment, type LastPayment } from '#shared/firm/closure.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { splitPayout } from '#shared/payouts/eligibility.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

const batchSize = 100;

/** What was paid to have an account, or to have it start over. A review and data are paid for apart. */
const accountKinds = [
  ...(['evaluation', 'reset', 'renew', 'pending-bill', 'funded-activation'] as const),
] as const satisfies readonly OrderKind[];

type Line = Pick<Due, 'amountCents'> &
  Partial<Omit<Due, 'kind'>> & { kind: ClosureKind; accountId?: string | null; payoutId?: string; firmCents?: number };

/** @param subject what it is for, once per person and kind */
type Store = (personId: string, subject: string | null, line: Line) => Promise<void>;

/** Computes and stores what everyone would get. May run twice, even at once: no line is stored twice, or after the last. */
export async function planClosure(deps: Deps, closureId: string, at: Date): Promise<void> {
  const { freeze_at, refund_percent } = await getRow(deps.db, 'closure', closureId);
  // A dry run that was cut short may have stored what is no longer due.
  if (freeze_at === null) await deleteRows(deps.db, 'closure_line', { closure_id: closureId });
  const store: Store = async (personId, subject, due) => {
    const { kind, amountCents: dueCents, hold = null, accountId = null, orderId = null, payoutId = null } = due;
    const id = `${closureId}:${personId}:${kind}:${subject}`;
    const about = { account_id: accountId, order_id: orderId, payout_id: payoutId, hold };
    const amountCents = kind === 'refund' ? Math.ceil((dueCents * refund_percent) / 100) : dueCents;
    const cents = { amount_cents: amountCents, kept_cents: due.firmCents ?? dueCents - amountCents };
    const line = { ...about, ...cents, id, closure_id: closureId, person_id: personId, kind, at };
    if (amountCents <= 0) return;
    await deps.db.transaction().execute(async (trx) => {
      const open = trx.selectFrom('closure').select('id').where('id', '=', closureId).where('computed_at', 'is', null);
      if (await open.forShare().executeTakeFirst()) await insertOnce(trx, 'closure_line', line);
    });
  };
  await planPayouts(deps, store);
  await planAccounts(deps, closureId, store);
  await planOtherOrders(deps, store);
  await planCommissions(deps, closureId, store);
}

async function planPayouts({ db }: Deps, store: Store): Promise<void> {
  const rows = await db
    .selectFrom('payout')
    .select(['id', 'person_id', 'account_id', 'trader_cents', 'fee_cents', 'owed_at'])
    .where((where) => where.or([where('status', 'in', openStatuses), isOwed]))
    .execute();
  for (const { id, person_id, account_id: accountId, trader_cents, fee_cents, owed_at } of rows) {
    const amountCents = trader_cents - (owed_at === null ? fee_cents : 0);
    await store(person_id, id, { kind: 'payout', amountCents, accountId, payoutId: id });
  }
}

async function planAccounts(deps: Deps, closureId: string, store: Store): Promise<void> {
  let after = '';
  for (;;) {
    const accounts = await deps.db
      .selectFrom('trading_account')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .where(({ not, exists, selectFrom }) => {
        const line = selectFrom('closure_line').whereRef('account_id', '=', 'trading_account.id').select('kind');
        return not(exists(line.where('closure_id', '=', closureId).where('kind', '<>', 'payout')));
      })
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const account of accounts) {
      const due = await dueFor(deps, account);
      if (due) await store(account.person_id, due.orderId ?? account.id, { ...due, accountId: account.id });
    }
    if (accounts.length < batchSize) return;
    after = accounts.at(-1)?.id ?? '';
  }
}

type PaidOrder = Pick<OrderRow, 'id' | 'lines' | 'total_cents' | 'kept_cents' | 'refund_requested_at'>;

/** The last paid order that a condition on it, as `o`, or on the subscription `s` whose period it paid, selects. */
const lastPaid = (
  condition: ReturnType<typeof sql>,
) => sql`select o.id from orders o left join bill on bill.id = o.bill_id
  left join subscription s on s.id = bill.subscription_id
  where (${condition}) and o.status in (${sql.join(paidStatuses)}) and o.total_cents > 0
  order by o.paid_at desc limit 1`;

async function dueFor(deps: Deps, account: StoredAccount): Promise<(Due & Pick<Line, 'firmCents'>) | null> {
  const { id, phase, order_id: orderId } = account;
  // An order that isn't delivered has a line of its own.
  const ofAccount = sql`o.kind in (${sql.join(accountKinds)}) and (o.id = ${orderId}
    or (o.status = 'fulfilled' and (o.account_id = ${id} or s.account_id = ${id})))`;
  const { rows } = await sql<
    { isFollowed: boolean; hasOpenDispute: boolean; isUnderReview: boolean } & (PaidOrder | { readonly id: null })
  >`select exists (select from trading_account where parent_id = ${id}) as "isFollowed",
      exists (select from account_dispute where account_id = ${id} and status = 'open') as "hasOpenDispute",
      exists (select from account_suspension where account_id = ${id}
        and reason not in ('past-due', 'payout-transfer')) as "isUnderReview",
      o.id, o.lines, o.total_cents, o.kept_cents, o.refund_requested_at
    from (select) as one left join orders o on o.id = (${lastPaid(ofAccount)})`.execute(deps.db);
  const [facts] = rows;
  // The funded account that follows a passed evaluation has its own line.
  if (!facts || facts.isFollowed) return null;
  const payouts = phase === 'evaluation' ? null : await readPayoutFacts(deps, deps.db, account);
  const split = payouts && splitPayout(payouts.terms, maxPayoutOf(payouts), payouts.paidCents);
  const due = dueForAccount({
    ...{ ...facts, phase, isBreached: account.state.breach !== null, paidCount: payouts?.paidCount ?? 0 },
    payableCents: split?.traderCents ?? 0,
    lastPayment: facts.id === null ? null : await readPayment(deps.db, facts),
  });
  return due && { ...due, ...(due.kind === 'profit' && split && { firmCents: split.firmCents }) };
}

async function readPayment(db: Db, order: PaidOrder): Promise<LastPayment | null> {
  if (order.refund_requested_at !== null) return null;
  const { refundCents } = await planOrderRefund(db, order);
  return { orderId: order.id, refundCents, isDisputed: await isDisputed(db, order.id) };
}

/** The last payment for each subscription without an account, and orders that were never delivered. */
async function planOtherOrders({ db }: Deps, store: Store): Promise<void> {
  const { rows } = await sql<PaidOrder & { readonly person_id: string }>`
    select id, lines, total_cents, kept_cents, refund_requested_at, person_id from orders where id in (
      select (${lastPaid(sql`o.id = running.order_id or s.id = running.id`)}) from subscription running
        where running.status <> 'ended' and running.account_id is null
      union select id from orders undelivered where status = 'paid'
        and not exists (select from trading_account where order_id = undelivered.id)
      union select order_id from performance_review where delivered_at is null and revoked_at is null
    ) and person_id is not null and status in (${sql.join(paidStatuses)})`.execute(db);
  for (const order of rows) {
    const due = dueForPayment(await readPayment(db, order));
    if (due) await store(order.person_id, order.id, due);
  }
}

/** What is returned of a payment takes its commission back, as the agreement says; any other commission is paid. */
async function planCommissions({ db }: Deps, closureId: string, store: Store): Promise<void> {
  const { rows } = await sql<{ person_id: string; payable: number; returned: number; waiting: number; review: number }>`
    with owed as (
      select c.affiliate_id, c.status, c.amount_cents - c.revoked_cents as cents, case
          when l.id is null and o.refund_requested_at is null then 0
          when coalesce(l.kept_cents, 0) + o.kept_cents = 0 then c.amount_cents - c.revoked_cents
          else greatest(0, (2 * c.amount_cents * (o.total_cents - o.kept_cents - coalesce(l.kept_cents, 0))
            + o.total_cents) / (2 * o.total_cents) - c.revoked_cents) end as taken,
        l.hold = 'chargeback' or o.refund_requested_at is not null as is_contested
      from commission c join orders o on o.id = c.order_id
      left join closure_line l on l.closure_id = ${closureId} and l.order_id = o.id
      where c.status in ('pending', 'review', 'available'))
    select a.person_id,
      coalesce((select sum(e.amount_cents) from ledger_entry e join ledger_account l on l.id = e.account_id
        where l.kind = 'affiliate-payable' and l.owner_id = a.person_id), 0)::bigint as payable,
      coalesce(sum(taken) filter (where owed.status = 'available' and is_contested is not true), 0)::bigint as returned,
      coalesce(sum(cents - taken) filter (where owed.status = 'pending'), 0)::bigint as waiting,
      coalesce(sum(cents - taken) filter (where owed.status = 'review'), 0)::bigint as review
    from affiliate a left join owed on owed.affiliate_id = a.person_id group by a.person_id`.execute(db);
  const ids = rows.map(({ person_id: id }) => id);
  const held = await listHeldCents(db, ids);
  for (const { person_id: id, payable, returned, waiting, review } of rows) {
    const contestedCents = Math.max(0, Math.min(held.get(id) ?? 0, payable));
    const amountCents = payable - returned - contestedCents;
    await store(id, 'released', { kind: 'commission', amountCents });
    await store(id, 'contested', { kind: 'commission', amountCents: contestedCents, hold: 'chargeback' });
    // What is owed back comes out of what is released first.
    const waitingCents = waiting + Math.min(0, amountCents);
    const reviewCents = review + Math.min(0, waitingCents);
    await store(id, 'waiting', { kind: 'commission-waiting', amountCents: waitingCents });
    await store(id, 'review', { kind: 'commission-waiting', amountCents: reviewCents, hold: 'commission-review' });
  }
}
