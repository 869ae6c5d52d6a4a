import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#i18n/locales.ts';
import { findEquity } from '#server/accounts/summary/read-equity.ts';
import { type Actor, type Deps, notFound } from '#server/core/deps.ts';
import { getRecord, readPage } from '#server/office/lists/read-list.ts';
import { selectChartRange } from '#shared/accounts/chart-range.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type officePerson, queues } from '#shared/firm/contract-office.ts';
import { mayOpenList, type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import { listSources } from './lists.ts';

type Summary = DataOf<typeof officePerson>;

const maxDrawn = 12;
const maxPoints = 80;

/** What waits for a decision about a person, what is at stake, and how their open accounts do, as the reader may see it. */
export async function readPerson(deps: Deps, { roles }: Actor, personId: string, locale: Locale): Promise<Summary> {
  await getRecord(deps, listSources.people, personId, { locale, roles });
  const mayOpen = (list: OfficeListName) => mayOpenList(list, roles);
  const read = async (list: OfficeListName, filter = {}) =>
    (await readPage(deps, listSources[list], { ...filter, person: personId }, { locale, roles })).rows;
  const asked = queues.filter(({ list }) => 'person' in officeLists[list].filters && mayOpen(list));
  const accounts = await read('accounts', { only: 'open' });
  const drawn = accounts.slice(0, maxDrawn).map(async (row) => {
    const equity = await findEquity(deps.db, row.id, { maxPoints });
    if (!equity) throw notFound();
    return { row, equity, days: [...selectChartRange(equity.points, 'all').days] };
  });
  const waiting = asked.map(async ({ list, filter }) => ({ list, rows: await read(list, filter) }));
  return {
    waiting: await Promise.all(waiting),
    accounts: await Promise.all(drawn),
    openAccounts: accounts.length,
    ...(await readMoneyOf(deps, personId, mayOpen)),
  };
}

/** What was invoiced and credited, what was paid out or is asked for, and what banks dispute. */
async function readMoneyOf({ db }: Deps, personId: string, mayOpen: (list: OfficeListName) => boolean) {
  const sum = (list: OfficeListName, cents: string, from: RawBuilder<unknown>) =>
    mayOpen(list) ? sql`(select coalesce(sum(${sql.raw(cents)}), 0)::bigint from ${from})` : sql`null`;
  const invoices = (kind: 'invoice' | 'credit') =>
    sum(
      'orders',
      "abs((document ->> 'totalCents')::bigint)",
      sql`invoice where person_id = ${personId} and kind = ${kind}`,
    );
  const payouts = (statuses: readonly PayoutStatus[]) =>
    sum(
      'payouts',
      'trader_cents - fee_cents',
      sql`payout where person_id = ${personId} and status in (${sql.join(statuses)})`,
    );
  const disputes = sql`payment_dispute join orders o on o.id = order_id
    where o.person_id = ${personId} and payment_dispute.status = 'open'`;
  const { rows } = await sql<Omit<Summary, 'waiting' | 'accounts' | 'openAccounts'>>`select
    ${invoices('invoice')} as "invoicedCents", ${invoices('credit')} as "creditedCents",
    ${payouts(['paid'])} as "paidOutCents", ${payouts(['requested', 'in-review', 'approved', 'sent'])} as "owedCents",
    ${sum('chargebacks', 'amount_cents', disputes)} as "disputedCents"`.execute(db);
  return rows[0] as (typeof rows)[number];
}
