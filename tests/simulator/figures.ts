import { sql } from 'kysely';
import { accountData } from '#shared/accounts/contract.ts';
import { affiliateData } from '#shared/affiliates/contract.ts';
import { fetchCertificates } from '#shared/certificates/contract.ts';
import { figures, officeFigure } from '#shared/firm/contract-figures.ts';
import { fetchPayouts } from '#shared/payouts/contract.ts';
import { fetchAnnualStatements } from '#shared/payouts/contract-annual-statements.ts';
import type { ChainDay } from '#shared/payouts/statistics-chain.ts';
import { type Firm, listAccounts, listPayouts, type Trader } from './firm.ts';
import { readBooked } from './properties.ts';
import type { World } from './world.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function expectSame(world: World, what: string, shown: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(shown), JSON.stringify(expected)];
  if (left !== right) world.fail(`${what} shows ${left} instead of ${right}`);
  world.count(`figure: ${what}`);
}

/** What a trader reads about money is what the bank, the platform and the provider of payments did. */
async function checkTrader(world: World, trader: Trader): Promise<void> {
  const { token } = trader;
  const data = await world.ask(accountData, { query: { history: 'none' }, token });
  for (const account of data?.accounts ?? []) {
    const row = (await listAccounts(world, trader)).find(({ id }) => id === account.id);
    if (row) expectSame(world, 'the account', account.view.balanceCents, await readBooked(world, row));
  }
  const payouts = await listPayouts(world, trader);
  const ofAccounts = payouts.filter(({ source }) => source === 'account');
  const shown = (await world.ask(fetchPayouts, { query: {}, token }))?.payouts ?? [];
  const recent = ofAccounts.slice(0, shown.length).map(({ id, status, amount_cents }) => [id, status, amount_cents]);
  expectSame(
    world,
    'the payouts',
    shown.map(({ id, status, amountCents }) => [id, status, amountCents]),
    recent,
  );
  const statements = await world.ask(fetchAnnualStatements, { token });
  const paid = payouts.filter(({ status }) => status === 'paid');
  const net = sum(paid.map(({ trader_cents, fee_cents }) => trader_cents - fee_cents));
  const totals = statements?.years.flatMap(({ totals: of }) => [of.payouts, of['affiliate-payouts']]) ?? [];
  expectSame(world, 'the statements', sum(totals.map(({ netCents }) => netCents)), net);
  const certificates = (await world.ask(fetchCertificates, { query: {}, token }))?.certificates ?? [];
  for (const { kind, amountCents } of certificates)
    if (kind === 'payout' && amountCents !== null && !paid.some(({ trader_cents }) => trader_cents === amountCents))
      world.fail(`a certificate shows a payout of ${amountCents}, which nobody got`);
  await checkAffiliate(world, trader, payouts);
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

/** What the firm owes, as finance sees it, and what the public reads that it has paid. */
async function checkFirm(world: World, { staff: [token] }: Firm): Promise<void> {
  const { db } = world;
  const column = Object.keys(figures.liabilities.columns).indexOf('openCents');
  const liabilities = await world.ask(officeFigure, { query: { name: 'liabilities' }, token });
  const { rows: owed } = await sql<{ cents: number }>`
    select coalesce(sum(case when source = 'account' then trader_cents else amount_cents end), 0)::float8 as cents
    from payout where status in ('requested', 'in-review', 'approved', 'sent') or (owed_at is not null
      and not exists (select from payout again where again.origin_id = payout.id
        and again.status not in ('returned', 'rejected', 'canceled')))`.execute(db);
  if (liabilities)
    expectSame(world, 'the liabilities', sum(liabilities.rows.map((row) => Number(row[column]))), owed[0]?.cents);
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
