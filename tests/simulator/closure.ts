import { sql } from 'kysely';
import { minuteMs } from '#lib/durations.ts';
import { decideClosure, requestClosure } from '#shared/firm/contract-closure.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { payoutQuoteCall } from '#shared/payouts/contract.ts';
import type { Chance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

/** An administrator requests that the firm closes at once, and someone else confirms it. */
export async function close(world: World, _: Trader, __: Chance, { staff: [token, second] }: Firm): Promise<void> {
  const body = { refundPercent: world.options.refundPercent ?? 100 };
  const requested = await world.ask(requestClosure, { body, token });
  if (!requested) return;
  const { closureId } = requested;
  await world.ask(decideClosure, { body: { closureId, decision: 'confirm' }, token: second });
  await world.pass(minuteMs);
}

/** What nobody does anymore once the firm is closing, by when it was done. A machine's clock may have been set back by less. */
const ended: Readonly<Record<string, string>> = {
  'an order': 'select id from orders where created_at > $at',
  'a delivery': `select o.id from orders o where fulfilled_at > $at`,
  'a sign-up': 'select id from person where created_at > $at',
  'a subscription': 'select id from subscription where created_at > $at',
  'a renewal': 'select id from subscription where period_starts_at > $at',
  'a charge': `select id from bill where first_attempt_at > $at`,
  'an account': 'select id from trading_account where opened_at > $at',
  'a commission': 'select id from commission where earned_at > $at',
  'a new affiliate': 'select person_id as id from affiliate where applied_at > $at',
  // A platform that is away can't know; it has its open positions closed once it is told.
  'a position': `select e.source_id as id from account_event e join trading_account a on a.id = e.account_id
    where e.type = 'fill' and e.at > $at and e.at > a.suspended_at and a.state -> 'positions' <> '[]'`,
};

export async function findClosure({ db }: World) {
  const begun = db.selectFrom('closure').select(['id', 'frozen_at']).where('frozen_at', 'is not', null);
  return begun.executeTakeFirst();
}

/** What must hold after every step, once the firm is closing. */
export async function checkClosing(world: World): Promise<void> {
  const closure = await findClosure(world);
  if (!closure) return;
  const since = `'${new Date(Number(closure.frozen_at) + 2 * minuteMs).toISOString()}'`;
  for (const [what, query] of Object.entries(ended)) {
    const { rows } = await sql.raw<{ id: string }>(query.replaceAll('$at', since)).execute(world.db);
    for (const { id } of rows) world.fail(`${what} after the freeze: ${id}`);
  }
}

type Line = {
  readonly id: string;
  readonly personId: string;
  readonly kind: string;
  readonly accountId: string | null;
  readonly orderId: string | null;
  readonly amountCents: number;
  readonly status: string;
};

/** All lines, as finance reads them. */
async function listLines(world: World, closure: string, token: string): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { closure, ...(cursor ? { cursor } : {}) };
    const page = await world.ask(officeLists.closureLines.page, { query, token });
    if (!page) return world.fail('finance can’t read the lines of the closure');
    lines.push(...page.rows);
    cursor = page.older;
  }
  return lines;
}

/** What the provider returned of an order's payment, and whether a bank took it back. */
async function readReturned({ db }: World, { id: lineId, orderId }: Line) {
  const { rows } = await sql<{ returned: number; lost: boolean; total: number; kept: number }>`
    select coalesce((select sum((each ->> 'amountCents')::bigint) from jsonb_array_elements(p.refunds) each
        where each ->> 'status' <> 'failed'), 0)::float8 as returned, p.status = 'lost' as lost,
      o.total_cents::float8 as total, (select kept_cents from closure_line where id = ${lineId})::float8 as kept
    from orders o join sandbox_payment p on p.order_id = o.id where o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** A refund is made once, in its amount, and not before its line says so; staff may give back the rest. */
async function checkRefund(world: World, line: Line): Promise<void> {
  const found = await readReturned(world, line);
  // Those who are there from the start have paid no provider.
  if (!found) return;
  const { returned, lost, total, kept } = found;
  const isBack = lost || returned === total - kept || returned === total;
  if (isBack !== (line.status === 'paid'))
    world.fail(`the refund ${line.id} of ${line.amountCents} is ${line.status}: ${returned} of ${total} went back`);
}

/** What was requested of an account since, and what still can be, is what its line says and what was on its way and came back. */
async function checkProfit(world: World, line: Line, since: Date, trader: Trader): Promise<void> {
  const { rows } = await sql<{ cents: number; paid: number; back: number }>`
    select coalesce(sum(trader_cents), 0)::float8 as cents,
      coalesce(sum(trader_cents) filter (where status = 'paid'), 0)::float8 as paid,
      (select coalesce(sum(p.trader_cents), 0)::float8 from closure_line l join payout p on p.id = l.payout_id
        where l.id like split_part(${line.id}, ':', 1) || ':%' and p.account_id = ${line.accountId} and p.origin_id is null
          and p.status in ('returned', 'rejected', 'canceled') and p.owed_at is null) as back from payout
    where account_id = ${line.accountId} and requested_at >= ${since} and origin_id is null
      and (status in ('requested', 'in-review', 'approved', 'sent', 'paid') or owed_at is not null)`.execute(world.db);
  const { cents = 0, paid = 0, back = 0 } = rows[0] ?? {};
  const query = { accountId: line.accountId ?? '' };
  const left = (await world.ask(payoutQuoteCall, { query, token: trader.token }))?.quote;
  const sum = cents + (left?.traderCents ?? 0);
  if (sum !== line.amountCents + back)
    world.fail(`the profit ${line.id} of ${line.amountCents} is ${cents} requested and ${left?.traderCents} open`);
  if (paid >= line.amountCents !== (line.status === 'paid'))
    world.fail(`the profit ${line.id} of ${line.amountCents} is ${line.status}: ${paid} was paid`);
}

/** Nobody draws more of their commissions than their lines say, and one is paid only once that was drawn. */
async function checkCommissions(world: World, personId: string, lines: readonly Line[], since: Date): Promise<void> {
  const own = lines.filter((line) => line.personId === personId && line.kind.startsWith('commission'));
  const sum = (of: readonly Line[]) => of.reduce((total, { amountCents }) => total + amountCents, 0);
  const { rows } = await sql<{ paid: number; open: number; left: number }>`
    select coalesce(sum(amount_cents) filter (where status = 'paid'), 0)::float8 as paid,
      coalesce(sum(amount_cents) filter (where status in ('requested', 'in-review', 'approved', 'sent')), 0)::float8
        as open, (select coalesce(sum(e.amount_cents), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.kind in ('affiliate-payable', 'affiliate-pending') and a.owner_id = ${personId})::float8 as left
    from payout where person_id = ${personId} and source = 'affiliate' and requested_at >= ${since}`.execute(world.db);
  const { paid = 0, open = 0, left = 0 } = rows[0] ?? {};
  if (paid + open + left > sum(own))
    world.fail(`${personId} has more commissions than ${sum(own)}: ${paid} ${open} ${left}`);
  const shown = sum(own.filter(({ status }) => status === 'paid'));
  if (shown > paid && left > 0) world.fail(`commissions of ${personId} are shown as paid: ${shown} instead of ${paid}`);
}

/** Everyone in the plan has one mail about it, unless they have left. */
async function checkMails(world: World): Promise<void> {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.id, count(m.*)::int as count from person p
      left join mailbox m on m.recipient = p.email and m.text like '%/payouts/if-we-close%'
    where p.deleted_at is null and exists (select from closure_line l join closure c on c.id = l.closure_id
      where l.person_id = p.id and c.notified_at is not null)
    group by p.id having count(m.*) <> 1`.execute(world.db);
  for (const { id, count } of rows) world.fail(`${id} has ${count} mails about the closure`);
}

/** Each line of the plan is what was paid, is on its way, or is still open, person by person, once everything is settled. */
export async function checkClosed(world: World, { traders, staff: [token] }: Firm): Promise<void> {
  const closure = await findClosure(world);
  if (!closure?.frozen_at) return;
  const lines = await listLines(world, closure.id, token);
  for (const line of lines) {
    world.count(`state: closure ${line.kind} ${line.status}`);
    const trader = traders.find(({ personId }) => personId === line.personId);
    if (line.kind === 'refund' && line.status !== 'void') await checkRefund(world, line);
    if (line.kind === 'profit' && (line.status === 'open' || line.status === 'paid') && trader)
      await checkProfit(world, line, closure.frozen_at, trader);
  }
  for (const personId of new Set(lines.map((line) => line.personId)))
    await checkCommissions(world, personId, lines, closure.frozen_at);
  await checkMails(world);
}
