import { sql } from 'kysely';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { listHeldCents } from '#server/affiliates/contested-sales.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import type { Db, Deps } from '#server/core/deps.ts';
import { isDisputed, planOrderRefund } from '#server/orders/plan-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { maxPayoutOf } from '#server/payouts/request/list-accounts.ts';
import { readPayoutFacts } from '#server/payouts/request/read-facts.ts';
import { isOwed } from '#server/support/claims.ts';
import {
  type ClosureHold,
  type ClosureKind,
  type Due,
  dueForAccount,
  dueForPayment,
  type LastPayment,
} from '#shared/firm/closure.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { splitPayout } from '#shared/payouts/eligibility.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

const batchSize = 100;

/** What was paid to have an account, or to have it start over. A review and data are paid for apart. */
const accountKinds = [
  ...(['evaluation', 'reset', 'renew', 'pending-bill', 'funded-activation'] as const),
] as const satisfies readonly OrderKind[];

type Line = {
  readonly personId: string;
  readonly kind: ClosureKind;
  /** What it is for, once per kind. */
  readonly subject: string;
  readonly amountCents: number;
  readonly accountId?: string;
  readonly orderId?: string | null;
  readonly hold?: ClosureHold | null;
};

type Store = (lines: readonly Line[]) => Promise<void>;

/** Computes and stores what everyone would get. May run twice: each line is stored once. */
export async function planClosure(deps: Deps, closureId: string, at: Date): Promise<void> {
  const store: Store = async (lines) => {
    const rows = lines.map(({ personId, kind, subject, amountCents, accountId, orderId, hold }) => ({
      ...{ id: `${closureId}:${personId}:${kind}:${subject}`, closure_id: closureId, person_id: personId, kind, at },
      ...{ account_id: accountId ?? null, order_id: orderId ?? null, amount_cents: amountCents, hold: hold ?? null },
    }));
    if (rows.length > 0) await insertOnce(deps.db, 'closure_line', rows);
  };
  await planPayouts(deps, store);
  await planAccounts(deps, store);
  await planOtherOrders(deps, store);
  await planCommissions(deps, closureId, store);
}

async function planPayouts({ db }: Deps, store: Store): Promise<void> {
  const rows = await db
    .selectFrom('payout')
    .select(['id', 'person_id', 'account_id', 'trader_cents', 'fee_cents', 'owed_at'])
    .where((where) => where.or([where('status', 'in', openStatuses), isOwed]))
    .execute();
  await store(
    rows.map(({ id, person_id: personId, account_id: accountId, trader_cents: cents, fee_cents: fee, owed_at }) => ({
      ...{ personId, kind: 'payout', subject: id, amountCents: owed_at === null ? cents - fee : cents },
      ...(accountId !== null && { accountId }),
    })),
  );
}

async function planAccounts(deps: Deps, store: Store): Promise<void> {
  let after = '';
  for (;;) {
    const accounts = await deps.db
      .selectFrom('trading_account')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const account of accounts) {
      const due = await dueFor(deps, account);
      if (due) await store([lineOf(due, account.person_id, account.id)]);
    }
    if (accounts.length < batchSize) return;
    after = accounts.at(-1)?.id ?? '';
  }
}

function lineOf({ kind, amountCents, orderId, hold }: Due, personId: string, accountId: string | null): Line {
  const subject = orderId ?? accountId ?? '';
  return { personId, kind, subject, amountCents, orderId, hold, ...(accountId !== null && { accountId }) };
}

async function dueFor(deps: Deps, account: StoredAccount): Promise<Due | null> {
  const { db } = deps;
  const { rows } = await sql<{ isFollowed: boolean; hasOpenDispute: boolean; isUnderReview: boolean }>`select
    exists (select from trading_account where parent_id = ${account.id}) as "isFollowed",
    exists (select from account_dispute where account_id = ${account.id} and status = 'open') as "hasOpenDispute",
    exists (select from account_suspension where account_id = ${account.id}
      and reason not in ('past-due', 'payout-transfer')) as "isUnderReview"`.execute(db);
  const [facts] = rows;
  // The funded account that follows a passed evaluation has its own line.
  if (!facts || facts.isFollowed) return null;
  const isBreached = account.state.breach !== null;
  if (isBreached && !facts.hasOpenDispute) return null;
  const order = await db
    .selectFrom('orders')
    .select(['orders.id', 'lines', 'total_cents', 'kept_cents', 'refund_requested_at'])
    .where((where) =>
      where.or([
        where('orders.id', '=', account.order_id),
        where('orders.account_id', '=', account.id),
        where(
          'orders.bill_id',
          'in',
          where
            .selectFrom('bill')
            .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
            .select('bill.id')
            .where('subscription.account_id', '=', account.id),
        ),
      ]),
    )
    .where('kind', 'in', accountKinds)
    // One that isn't delivered has a line of its own.
    .where((where) => where.or([where('status', '=', 'fulfilled'), where('orders.id', '=', account.order_id)]))
    .where('orders.status', 'in', paidStatuses)
    .where('total_cents', '>', 0)
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const payouts = account.phase === 'evaluation' ? null : await readPayoutFacts(deps, db, account);
  return dueForAccount({
    ...{ ...facts, phase: account.phase, isBreached, paidCount: payouts?.paidCount ?? 0 },
    payableCents: payouts ? splitPayout(payouts.terms, maxPayoutOf(payouts), payouts.paidCents).traderCents : 0,
    lastPayment: order ? await readPayment(db, order) : null,
  });
}

type PaidOrder = Pick<OrderRow, 'id' | 'lines' | 'total_cents' | 'kept_cents' | 'refund_requested_at'>;

async function readPayment(db: Db, order: PaidOrder): Promise<LastPayment | null> {
  if (order.refund_requested_at !== null) return null;
  const { refundCents } = await planOrderRefund(db, order);
  return { orderId: order.id, refundCents, isDisputed: await isDisputed(db, order.id) };
}

/** The last payment for each subscription without an account, and orders that were never delivered. */
async function planOtherOrders({ db }: Deps, store: Store): Promise<void> {
  const { rows } = await sql<PaidOrder & { readonly person_id: string }>`
    select o.id, o.lines, o.total_cents, o.kept_cents, o.refund_requested_at, o.person_id from orders o where o.id in (
      select (select paid.id from orders paid left join bill on bill.id = paid.bill_id
        where (paid.id = s.order_id or bill.subscription_id = s.id)
          and paid.status in (${sql.join(paidStatuses)}) and paid.total_cents > 0
        order by paid.paid_at desc limit 1)
      from subscription s where s.status <> 'ended' and s.account_id is null
      union select id from orders where status = 'paid'
        and not exists (select from trading_account where order_id = orders.id)
      union select order_id from performance_review where delivered_at is null and revoked_at is null
    ) and o.person_id is not null and o.refund_requested_at is null and o.status in (${sql.join(paidStatuses)})
      and o.total_cents > 0`.execute(db);
  for (const order of rows) {
    const due = dueForPayment(await readPayment(db, order));
    if (due) await store([lineOf(due, order.person_id, null)]);
  }
}

/** A returned payment takes its commission back, as the agreement says; that of any other payment is paid. */
async function planCommissions({ db }: Deps, closureId: string, store: Store): Promise<void> {
  const { rows } = await sql<{ person_id: string; payable: number; returned: number; waiting: number; review: number }>`
    with owed as (
      select c.affiliate_id, c.status, c.amount_cents - c.revoked_cents as cents,
        exists (select from closure_line l where l.closure_id = ${closureId} and l.order_id = c.order_id) as is_returned
      from commission c where c.status in ('pending', 'review', 'available'))
    select a.person_id,
      coalesce((select sum(e.amount_cents) from ledger_entry e join ledger_account l on l.id = e.account_id
        where l.kind = 'affiliate-payable' and l.owner_id = a.person_id), 0)::bigint as payable,
      coalesce(sum(cents) filter (where owed.status = 'available' and is_returned), 0)::bigint as returned,
      coalesce(sum(cents) filter (where owed.status = 'pending' and not is_returned), 0)::bigint as waiting,
      coalesce(sum(cents) filter (where owed.status = 'review' and not is_returned), 0)::bigint as review
    from affiliate a left join owed on owed.affiliate_id = a.person_id group by a.person_id`.execute(db);
  const held = await listHeldCents(
    db,
    rows.map(({ person_id }) => person_id),
  );
  for (const { person_id: personId, payable, returned, waiting, review } of rows) {
    const contestedCents = held.get(personId) ?? 0;
    const lines: readonly Line[] = [
      { personId, kind: 'commission', subject: 'released', amountCents: payable - returned - contestedCents },
      { personId, kind: 'commission', subject: 'contested', amountCents: contestedCents, hold: 'chargeback' },
      { personId, kind: 'commission-waiting', subject: 'waiting', amountCents: waiting },
      { personId, kind: 'commission-waiting', subject: 'review', amountCents: review, hold: 'commission-review' },
    ];
    await store(lines.filter(({ amountCents }) => amountCents > 0));
  }
}
