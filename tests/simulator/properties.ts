import { sql } from 'kysely';
import { verifyAudit } from '#server/core/audit/verify.ts';
import { selectOwed } from '#server/payouts/stages/set-owed.ts';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { liveStatuses } from '#shared/payouts/stages.ts';
import { readBookedCents } from '../server/support/booked-balance.ts';
import { findClosure } from './closure.ts';
import { type Firm, listAccounts, listPayouts, type Trader } from './firm.ts';
import type { World } from './world.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function expectSame(world: World, what: string, found: object, expected: object): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) world.fail(`${what}: ${left} instead of ${right}`);
}

/** Every transaction is balanced, and each kind of account holds what the payouts say. */
async function checkLedger(world: World, trader: Trader): Promise<void> {
  const { rows } = await sql<{ kind: keyof typeof ledgerAccountKinds; cents: number }>`
    select kind, sum(amount_cents) as cents from ledger_entry join ledger_account a on a.id = account_id
    where owner_id = ${trader.personId} group by kind`.execute(world.db);
  const ledger = Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
  const payouts = (await listPayouts(world, trader)).filter(({ source }) => source === 'account');
  const owed = await selectOwed(world.db).where('payout.person_id', '=', trader.personId).execute();
  const net = (status: string) =>
    sum(payouts.filter((row) => row.status === status).map((row) => row.trader_cents - row.fee_cents));
  const undecided = payouts.filter(({ status }) => status === 'requested' || status === 'in-review');
  const of = (kind: keyof typeof ledgerAccountKinds) => ledger[kind] ?? 0;
  expectSame(
    world,
    'the ledger',
    [of('payout-reserved'), of('trader-payable'), of('payout-in-transit'), of('payout-paid'), of('trader-owed')],
    [sum(undecided.map((row) => row.amount_cents)), net('approved'), net('sent'), net('paid')].concat(
      sum(owed.map((row) => row.trader_cents)),
    ),
  );
  for (const { kind, cents } of rows)
    if (cents < 0 && !ledgerAccountKinds[kind].mayBeNegative) world.fail(`${kind} is ${cents}`);
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

/** What an account's trades and movements since the last reset make of its starting balance, up to its pass. */
export function readBooked(
  { db }: World,
  { id, size, state }: Pick<Account, 'id' | 'size' | 'state'>,
): Promise<number> {
  const cost = sum(state.positions.map(({ costTicks }) => costTicks));
  return readBookedCents(db, id, Number.parseInt(size, 10) * 100_000, state.passedAt ?? undefined, cost);
}

async function checkBalances(world: World, trader: Trader): Promise<void> {
  for (const account of await listAccounts(world, trader)) {
    const booked = await readBooked(world, account);
    expectSame(world, `the balance of ${account.id}`, [account.state.balanceCents], [booked]);
  }
}

/** The payouts of an account that took their amount out of it for good. */
async function listTaken(world: World, trader: Trader, accountId: string) {
  const payouts = await listPayouts(world, trader);
  return payouts.filter(
    ({ account_id, origin_id, status, owed_at }) =>
      account_id === accountId &&
      origin_id === null &&
      (liveStatuses.some((live) => live === status) || owed_at !== null),
  );
}

/** No day of an account counts for two payouts, until the firm closes: each one that counts goes further than the one before. */
async function checkDays(world: World, trader: Trader): Promise<void> {
  const frozenAt = (await findClosure(world))?.frozen_at;
  for (const { id } of await listAccounts(world, trader)) {
    const taken = (await listTaken(world, trader, id)).filter(({ requested_at: at }) => !frozenAt || at < frozenAt);
    const counted = taken.map(({ closed_through }) => closed_through ?? '').reverse();
    expectSame(world, 'days that count', counted, [...new Set(counted)].sort());
  }
}

/** Invoices are what was paid, and nobody gets back more than that. */
async function checkOrders(world: World, trader: Trader, isSettled: boolean): Promise<void> {
  const orders = await world.db
    .selectFrom('orders')
    .innerJoin('sandbox_payment', 'sandbox_payment.order_id', 'orders.id')
    .select(['orders.id', 'orders.total_cents', 'orders.paid_at', 'orders.status', 'sandbox_payment.refunds'])
    .select('sandbox_payment.status as payment')
    .where('orders.person_id', '=', trader.personId)
    .execute();
  for (const order of orders) {
    const documents = await world.db
      .selectFrom('invoice')
      .select(['kind', 'document'])
      .where('order_id', '=', order.id)
      .execute();
    const total = (kind: 'invoice' | 'credit') =>
      sum(documents.filter((each) => each.kind === kind).map(({ document }) => document.totalCents));
    const returned = sum(order.refunds.map((each) => (each.status === 'failed' ? 0 : each.amountCents)));
    expectSame(world, `the invoice of ${order.id}`, [total('invoice')], [order.paid_at ? order.total_cents : 0]);
    if (total('invoice') + total('credit') < 0) world.fail(`${order.id} has credit notes over more than its invoice`);
    if (returned > order.total_cents) world.fail(`${order.id} was refunded more than was paid`);
    if (!isSettled) continue;
    if (order.payment === 'paid' && !order.paid_at) world.fail(`${order.id} was paid, and we don't know`);
    if (order.payment !== 'lost') expectSame(world, `credit notes of ${order.id}`, [0 - total('credit')], [returned]);
  }
}

const listOwnTransfers = async ({ db }: World, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('simulated_transfer')
        .select('amount_cents as amountCents')
        .where('request_id', 'in', ids)
        .execute();

/** What left an account at the platform is what its payee was paid, is being paid or is owed. */
async function checkMoneyOut(world: World, trader: Trader): Promise<void> {
  const { transfers } = world.platform;
  for (const { id } of await listAccounts(world, trader)) {
    const asked = await world.db.selectFrom('payout_transfer').select('id').where('account_id', '=', id).execute();
    const ids = asked.map((each) => each.id);
    const moved = world.options.isSimulated
      ? await listOwnTransfers(world, ids)
      : ids.flatMap((requestId) => transfers.get(requestId) ?? []);
    const taken = (await listTaken(world, trader, id)).map(({ amount_cents }) => amount_cents);
    expectSame(world, `the money out of ${id}`, [sum(moved.map((each) => each.amountCents))], [0 - sum(taken)]);
  }
}

/** What must hold after every step. */
export async function checkAlways(world: World, { traders }: Firm): Promise<void> {
  const { rows } = await sql`select from ledger_entry group by transaction_id having sum(amount_cents) <> 0`.execute(
    world.db,
  );
  if (rows.length > 0) world.fail('a transaction of the ledger is not balanced');
  for (const trader of traders) {
    await checkLedger(world, trader);
    await checkBalances(world, trader);
    await checkDays(world, trader);
    await checkOrders(world, trader, false);
  }
}

/** What must not be left once everyone has done what they have to do. */
const unfinished: Readonly<Record<string, string>> = {
  'an unfinished payout': `select id, status as why from payout where status in ('requested', 'in-review', 'approved', 'sent')`,
  // One that starts after the cancellation period waits for it.
  'an unfinished order': `
    select id, concat_ws(' ', kind, status) as why from orders
    where status = 'draft' or (status = 'paid' and coalesce(begins_at, now()) <= now())`,
  'an undecided dispute': `select id, status as why from account_dispute where status = 'open'`,
  'an undecided case': `select id, cause as why from conduct_case where status = 'open'`,
  'a halt that nobody lifts': `select id, scope as why from trading_halt where ended_at is null and not declined`,
  'permissions that the platform never got': `
    select id, access_due_at::text as why from trading_account where access_due_at < now() and ended_at is null`,
  // A breached account may not trade anyway: staff decide about a lost dispute once it is reset.
  'a dispute or halt that still stops an account': `
    select account_id as id, source as why from account_suspension join trading_account on id = account_id
    where reason not in ('risk', 'liquidate-only', 'past-due') and (until is null or until > now()) and ended_at is null
    and state ->> 'status' <> 'breached'`,
  'a transfer that the platform never made': `
    select id, '' as why from payout_transfer where transferred_at is null and voided_at is null`,
  'an unsent mail': `
    select id, subject as why from mail where sent_at is null and refused_at is null and given_up_at is null`,
  // One given up may have arrived only if it says so. Once a mail is sent, its subject keeps no code.
  'a mail that arrived twice or never, or whose state denies it': `
    select recipient as id, regexp_replace(subject, '[0-9•]{6}', '••••••') as why from (
      select recipient, subject, (sent_at is not null)::int as sent,
        (given_up_at is not null and unanswered_at is not null)::int as unclear, 0 as arrived
      from mail union all select recipient, subject, 0, 0, 1 from mailbox) as both_sides
    group by recipient, why having sum(arrived) not between sum(sent) and sum(sent + unclear)`,
  'an unfinished batch': `
    select id, status as why from payout_batch where status in ('draft', 'exported', 'partly-settled')`,
  'an identity message nobody handled': `select id, event::text as why from identity_event where handled_at is null`,
  'a message nobody handled': `select id, type as why from provider_event where handled_at is null`,
  // One that failed for good was replaced by the job that looks for such work, or what it left is found here.
  'a stuck job': `
    select id::text, name || ' ' || state || ' ' || coalesce(output::text, '') as why from jobs.job
    where state in ('active', 'retry') or state = 'created' and start_after <= now()`,
};

/** What the provider decided last is what we know, unless the person has started again since. */
async function checkIdentity(world: World): Promise<void> {
  const checks = await world.db.selectFrom('identity_check').select(['id', 'status', 'provider']).execute();
  for (const { id, status } of checks.filter(({ provider }) => provider !== 'documents')) {
    const decided = world.identity.checks.get(id)?.status;
    const mayStartAgain = decided === 'retry' || decided === 'expired';
    if (decided === undefined || decided === status || (mayStartAgain && status === 'started')) continue;
    // A session that ends doesn't undo what was decided in it.
    if (decided !== 'expired') world.fail(`identity check ${id} is ${status}, and the provider says ${decided}`);
  }
}

/** What must hold once everyone has done what they have to do and nothing fails anymore. */
export async function checkAtEnd(world: World, { traders }: Firm): Promise<void> {
  for (const trader of traders) {
    await checkMoneyOut(world, trader);
    await checkOrders(world, trader, true);
  }
  await checkIdentity(world);
  for (const [what, query] of Object.entries(unfinished)) {
    const { rows } = await sql.raw<{ id: string; why: string }>(query).execute(world.db);
    for (const { id, why } of rows) world.fail(`${what}: ${id} ${why}`);
  }
  const verdict = await verifyAudit(world.server.deps);
  if (!verdict.intact) world.fail(`the audit log: ${verdict.problem}`);
}

/** Counts the states that things are in. */
export async function countStates(world: World): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select 'payout ' || status as state from payout union select 'order ' || status from orders
    union select 'subscription ' || status from subscription union select 'payment ' || status from sandbox_payment
    union select 'account ' || phase || ' ' || coalesce(end_reason, state ->> 'status') from trading_account
    union select 'suspended for ' || reason from account_suspension union select 'conduct ' || status from conduct_case
    union select 'complaint ' || status from account_dispute union select 'identity ' || status from identity_check
    union select 'commission ' || status from commission union select 'affiliate ' || status from affiliate
    union select 'ticket ' || status from ticket union select 'incident ' || status from incident
    union select 'sale ' || kind from orders where fulfilled_at is not null
    union select 'ledger ' || a.kind from ledger_account a join ledger_entry e on e.account_id = a.id
    union select 'person ' || case when deleted_at is null then 'verified' else 'deleted' end from person
    union select 'batch ' || status from payout_batch union select 'payment in a batch ' || status from payout_payment`.execute(
    world.db,
  );
  for (const { state } of rows) world.count(`state: ${state}`);
}

/** What a seed leads to: the audit log's newest hash, which every entry goes into, and the whole ledger. */
export async function readResult({ db }: World): Promise<{ readonly audit: string; readonly ledger: string }> {
  const head = await db.selectFrom('audit_link').select('hash').orderBy('number', 'desc').limit(1).executeTakeFirst();
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(e::text, ',' order by e::text collate "C")) as hash from ledger_entry e`.execute(db);
  return { audit: head?.hash ?? '', ledger: rows[0]?.hash ?? '' };
}
