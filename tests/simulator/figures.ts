import { sql } from 'kysely';
import { accountData } from '#shared/accounts/contract.ts';
import { fetchFills } from '#shared/accounts/contract-fills.ts';
import { affiliateData } from '#shared/affiliates/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { fetchCertificates } from '#shared/certificates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { startClosureDryRun } from '#shared/firm/contract-closure.ts';
import { type FigureName, figures, officeFigure } from '#shared/firm/contract-figures.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { fetchPayouts, payoutAccounts } from '#shared/payouts/contract.ts';
import { fetchAnnualStatements } from '#shared/payouts/contract-annual-statements.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import type { ChainDay } from '#shared/payouts/statistics-chain.ts';
import { fetchTrading } from '#shared/trading/contract.ts';
import { fillCents } from '../server/support/booked-balance.ts';
import { type Firm, listAccounts, listPayouts, type Trader } from './firm.ts';
import { readBooked } from './properties.ts';
import type { World } from './world.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What is compared with what happened, wherever it is shown. */
export const comparedFigures = [
  ...['the account', 'the fills', 'the terminal', 'the payouts', 'the payouts’ totals', 'an order', 'its refunds'],
  ...['the statements', 'a certificate', 'the affiliate', 'the sales', 'the refunds', 'the pass rates'],
  ...['the payouts of a month', 'the overview', 'the liabilities', 'commissions that wait', 'the public chain'],
  'the closure plan',
] as const;

function expectSame(world: World, what: (typeof comparedFigures)[number], shown: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(shown), JSON.stringify(expected)];
  if (left !== right) world.fail(`${what} shows ${left} instead of ${right}`);
  world.count(`state: figure ${what}`);
}

/** What a trader reads about money is what the bank, the platform and the provider of payments did. */
async function checkTrader(world: World, trader: Trader): Promise<void> {
  const { token } = trader;
  const data = await world.ask(accountData, { query: { history: 'none' }, token });
  for (const account of data?.accounts ?? []) {
    const row = (await listAccounts(world, trader)).find(({ id }) => id === account.id);
    if (row) expectSame(world, 'the account', account.view.balanceCents, await readBooked(world, row));
    if (row?.state.positions.length === 0) await checkFills(world, token, account.id);
    const terminal = row?.simulated && (await world.ask(fetchTrading, { query: { account: account.id }, token }));
    if (row && terminal) expectSame(world, 'the terminal', terminal.balanceCents, await readBooked(world, row));
  }
  const payouts = await listPayouts(world, trader);
  const ofAccounts = payouts.filter(({ source }) => source === 'account');
  const page = await world.ask(fetchPayouts, { query: {}, token });
  const shown = page?.payouts ?? [];
  const recent = ofAccounts.slice(0, shown.length).map(({ id, status, amount_cents }) => [id, status, amount_cents]);
  expectSame(
    world,
    'the payouts',
    shown.map(({ id, status, amountCents }) => [id, status, amountCents]),
    recent,
  );
  const overview = await world.ask(payoutAccounts, { token });
  const entries = await readLedger(world, trader.personId);
  const open = ofAccounts.filter(({ status }) => openStatuses.some((each) => each === status));
  if (overview) {
    expectSame(world, 'the payouts’ totals', overview.totals, {
      paidCents: entries.get('payout-paid') ?? 0,
      openCents: sum(open.map(({ trader_cents, fee_cents }) => trader_cents - fee_cents)),
      owedCents: entries.get('trader-owed') ?? 0,
    });
  }
  await checkMyOrders(world, token);
  const statements = await world.ask(fetchAnnualStatements, { token });
  const paid = payouts.filter(({ status }) => status === 'paid');
  const net = sum(paid.map(({ trader_cents, fee_cents }) => trader_cents - fee_cents));
  const totals = statements?.years.flatMap(({ totals: of }) => [of.payouts, of['affiliate-payouts']]) ?? [];
  expectSame(world, 'the statements', sum(totals.map(({ netCents }) => netCents)), net);
  const certificates = (await world.ask(fetchCertificates, { query: {}, token }))?.certificates ?? [];
  for (const { kind, amountCents } of certificates)
    if (kind === 'payout' && amountCents !== null) {
      const got = paid.find(({ trader_cents }) => trader_cents === amountCents);
      expectSame(world, 'a certificate', amountCents, got?.trader_cents);
    }
  await checkAffiliate(world, trader, payouts);
}

/** What the fills realized one by one is what they cost and brought all together. */
async function checkFills(world: World, token: string, accountId: string): Promise<void> {
  const fills = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: DataOf<typeof fetchFills> | undefined = await world.ask(fetchFills, {
      query: { accountId, ...(cursor ? { cursor } : {}) },
      token,
    });
    if (!page) return;
    fills.push(...page.fills);
    cursor = page.older;
  }
  const profits = sum(fills.map(({ profitCents }) => profitCents ?? 0));
  const fees = sum(fills.map(({ feeCents }) => feeCents));
  const events = await world.db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .execute();
  // Without adjustments and from zero on, as after a reset everything is flat.
  const booked = sum(events.map(({ event }) => (event.type === 'fill' ? fillCents(event) : 0)));
  expectSame(world, 'the fills', profits - fees, booked);
}

/** An order costs what the provider was asked for, and got back what the credit notes say. */
async function checkMyOrders(world: World, token: string): Promise<void> {
  const orders = (await world.ask(myOrders, { query: {}, token }))?.orders ?? [];
  for (const { orderId, totalCents, refundedCents } of orders) {
    const payment = await world.db
      .selectFrom('sandbox_payment')
      .select(['amount_cents'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (payment) expectSame(world, 'an order', totalCents, payment.amount_cents);
    const credits = await world.db
      .selectFrom('invoice')
      .select('document')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'credit')
      .execute();
    expectSame(world, 'its refunds', refundedCents, 0 - sum(credits.map(({ document }) => document.totalCents)));
  }
}

/** The balances of a person's accounts in the ledger; of everyone's without a person. */
async function readLedger({ db }: World, personId?: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select(['kind', (eb) => eb.fn.sum<number>('amount_cents').as('cents')])
    .$if(personId !== undefined, (query) => query.where('owner_id', '=', personId ?? ''))
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

type Payouts = Awaited<ReturnType<typeof listPayouts>>;

/** An affiliate's balances are what their commissions and payouts come to. */
async function checkAffiliate(world: World, { personId, token }: Trader, payouts: Payouts): Promise<void> {
  const shown = (await world.ask(affiliateData, { token }))?.affiliate?.balances;
  if (!shown) return;
  const commissions = await world.db
    .selectFrom('commission')
    .select(['status', 'amount_cents', 'revoked_cents'])
    .where('affiliate_id', '=', personId)
    .execute();
  const left = (...statuses: string[]) =>
    sum(
      commissions
        .filter(({ status }) => statuses.includes(status))
        .map((each) => each.amount_cents - each.revoked_cents),
    );
  const drawn = (...statuses: string[]) =>
    sum(
      payouts
        .filter(({ source, status }) => source === 'affiliate' && statuses.includes(status))
        .map(({ amount_cents }) => amount_cents),
    );
  const requestedCents = drawn('requested', 'in-review', 'approved', 'sent');
  const paidCents = drawn('paid');
  const expected = {
    pendingCents: left('pending', 'review'),
    availableCents: left('available', 'revoked') - requestedCents - paidCents,
    requestedCents,
    paidCents,
  };
  const { pendingCents, availableCents } = shown;
  const found = { pendingCents, availableCents, requestedCents: shown.requestedCents, paidCents: shown.paidCents };
  expectSame(world, 'the affiliate', found, expected);
}

/** What staff see of all orders, accounts and payouts is what they come to one by one. */
async function checkOffice(world: World, token: string): Promise<void> {
  const { db } = world;
  const read = async <Name extends FigureName>(name: Name) => {
    const query = { name, from: '2026-01-01', to: '2031-12-31' };
    const rows = (await world.ask(officeFigure, { query, token }))?.rows ?? [];
    const columns = Object.keys(figures[name].columns);
    return (column: string) => sum(rows.map((row) => Number(row[columns.indexOf(column)] ?? 0)));
  };
  const orders = await db.selectFrom('orders').select(['id', 'total_cents', 'paid_at']).execute();
  const sold = orders.filter(({ paid_at }) => paid_at !== null);
  const sales = await read('sales');
  expectSame(
    world,
    'the sales',
    [sales('orders'), sales('totalCents')],
    [sold.length, sum(sold.map(({ total_cents }) => total_cents))],
  );
  const documents = await db.selectFrom('invoice').select(['kind', 'document']).execute();
  const credits = documents.filter(({ kind }) => kind === 'credit').map(({ document }) => 0 - document.totalCents);
  const refunds = await read('refunds');
  expectSame(world, 'the refunds', [refunds('refunds'), refunds('totalCents')], [credits.length, sum(credits)]);
  const accounts = await db.selectFrom('trading_account').select(['phase', 'state', 'ended_at']).execute();
  const evaluations = accounts.filter(({ phase }) => phase === 'evaluation');
  const passed = evaluations.filter(({ state }) => state.status === 'passed').length;
  const running = evaluations.filter(({ state, ended_at }) => state.status === 'active' && !ended_at).length;
  const rates = await read('pass-rates');
  expectSame(
    world,
    'the pass rates',
    [rates('opened'), rates('passed'), rates('running')],
    [evaluations.length, passed, running],
  );
  const payouts = await db.selectFrom('payout').select(['status', 'trader_cents', 'fee_cents']).execute();
  const of = (...statuses: readonly string[]) => payouts.filter(({ status }) => statuses.includes(status));
  const net = (...statuses: readonly string[]) =>
    sum(of(...statuses).map(({ trader_cents, fee_cents }) => trader_cents - fee_cents));
  const shown = await read('payouts');
  expectSame(
    world,
    'the payouts of a month',
    [shown('requested'), shown('paid'), shown('rejected'), shown('paidCents')],
    [payouts.length, of('paid').length, of('rejected').length, net('paid')],
  );
  const money = (await world.ask(officeOverview, { token }))?.money;
  const waiting = [net('requested', 'in-review'), net('approved'), net('sent')];
  if (money)
    expectSame(world, 'the overview', [money.undecidedCents, money.unsentCents, money.inTransitCents], waiting);
}

/** A closure would pay every payout that is open or owed, no order twice or more than is left of it, no one’s commissions twice. */
async function checkClosure(world: World, token: string): Promise<void> {
  const started = await world.ask(startClosureDryRun, { body: {}, token });
  if (!started) return;
  await world.drain();
  const { rows } = await sql<{
    shown: number;
    expected: number;
    tooMuch: number;
    commissions: number;
    payable: number;
  }>`
    select
      (select coalesce(sum(amount_cents), 0)::float8 from closure_line
        where closure_id = ${started.closureId} and kind = 'payout') as shown,
      (select coalesce(sum(case when owed_at is null then trader_cents - fee_cents else trader_cents end), 0)::float8
        from payout where status in ('requested', 'in-review', 'approved', 'sent') or (owed_at is not null
          and not exists (select from payout again where again.origin_id = payout.id
            and again.status not in ('returned', 'rejected', 'canceled')))) as expected,
      (select count(*)::int from orders o where total_cents < (
          select coalesce(sum(amount_cents), 0) from closure_line where closure_id = ${started.closureId} and order_id = o.id
        ) - (select coalesce(sum((document ->> 'totalCents')::bigint), 0) from invoice
          where order_id = o.id and kind = 'credit')) as "tooMuch",
      (select coalesce(sum(amount_cents), 0)::float8 from closure_line
        where closure_id = ${started.closureId} and kind = 'commission') as commissions,
      (select coalesce(sum(greatest(0, cents)), 0)::float8 from (select sum(amount_cents) as cents from ledger_entry
        join ledger_account a on a.id = account_id where kind = 'affiliate-payable' group by owner_id) balance) as payable
    `.execute(world.db);
  const { shown = 0, expected = 0, tooMuch = 0, commissions = 0, payable = 0 } = rows[0] ?? {};
  expectSame(world, 'the closure plan', [shown, tooMuch, commissions <= payable], [expected, 0, true]);
}

/** What the firm owes, as finance sees it, and what the public reads that it has paid. */
async function checkFirm(world: World, { staff: [token] }: Firm): Promise<void> {
  const { db } = world;
  await checkOffice(world, token);
  await checkClosure(world, token);
  const column = Object.keys(figures.liabilities.columns).indexOf('openCents');
  const pending = Object.keys(figures.liabilities.columns).indexOf('pendingCents');
  const liabilities = await world.ask(officeFigure, { query: { name: 'liabilities' }, token });
  const { rows: owed } = await sql<{ cents: number }>`
    select coalesce(sum(case when source = 'account' then trader_cents else amount_cents end), 0)::float8 as cents
    from payout where status in ('requested', 'in-review', 'approved', 'sent') or (owed_at is not null
      and not exists (select from payout again where again.origin_id = payout.id
        and again.status not in ('returned', 'rejected', 'canceled')))`.execute(db);
  const total = (at: number) => sum(liabilities?.rows.map((row) => Number(row[at])) ?? []);
  if (liabilities) {
    expectSame(world, 'the liabilities', total(column), owed[0]?.cents);
    expectSame(world, 'commissions that wait', total(pending), (await readLedger(world)).get('affiliate-pending') ?? 0);
  }
  const today = new Date().toISOString().slice(0, 10);
  const { rows: paid } = await sql<{ cents: number; changes: number }>`
    select coalesce(sum(p.trader_cents - p.fee_cents) filter (where p.status = 'paid'), 0)::float8 as cents,
      count(*) filter (where last.at >= ${today}::timestamptz)::int as changes from payout p,
      lateral (select max(at) as at from audit where entity = 'payout' and entity_id = p.id) as last
    where p.source = 'account'`.execute(db);
  // Published once fifty payouts were paid, and computed from the first.
  const chain = await db.selectFrom('payout_statistics_day').select('body').orderBy('number').execute();
  const published = chain.flatMap(({ body }) => (JSON.parse(body) as ChainDay).figures);
  if (paid[0]?.changes === 0 && chain.length > 0)
    expectSame(world, 'the public chain', sum(published.map(({ paidCents }) => paidCents)), paid[0].cents);
}

/** Every figure that someone is shown equals what follows from what happened. */
export async function checkFigures(world: World, firm: Firm): Promise<void> {
  for (const trader of firm.traders) await checkTrader(world, trader);
  await checkFirm(world, firm);
}
