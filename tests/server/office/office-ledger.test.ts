import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { testStart } from '../support/app.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ startAt: testStart + 7 * dayMs });

/** How many ledger entries the database has read so far, by index or not. */
async function countReads(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(server.deps.db);
  const { rows } = await sql<{ reads: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as reads
    from pg_stat_user_tables where relname = 'ledger_entry'`.execute(server.deps.db);
  return rows[0]?.reads ?? 0;
}

test('the ledger of one person has the entries of their accounts and their own, and opens each by its id', async () => {
  const [trader, other] = [await fundTrader(server), await fundTrader(server)];
  const { payout } = (await trader.request(100_000)).data;
  await other.request(120_000);
  const { token } = await signInStaff(server, 'finance');
  const { page, record } = officeLists.ledger;
  const { rows } = (await ask(page, { token, query: { person: trader.personId } })).data;
  expect(rows.map(({ ledgerAccount, changeCents }) => [ledgerAccount, changeCents]).toSorted()).toEqual([
    ['payout-expense', -100_000],
    ['payout-reserved', 100_000],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ entryKind: 'payout-requested', reference: `payout:${payout.id}` });
    expect(row).toMatchObject({ record: payout.number, entity: 'payout', entityId: payout.id });
    expect(row.personId).toBe(trader.personId);
    expect((await ask(record, { token, query: { id: row.id } })).data.row).toEqual(row);
  }
  const byNumber = (await ask(page, { token, query: { q: payout.number } })).data.rows;
  expect(byNumber.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  const [first] = rows;
  for (const id of ['x', 'x:1', `${first?.id}0`, `${first?.id}0000000000`]) {
    expect((await ask(record, { token, query: { id } })).response_status, id).toBe(404);
  }
});

// PostgreSQL counts the reads of other connections later.
const isEmbedded = inject('databases').kind === 'embedded';

test.runIf(isEmbedded)(
  'the ledger of one person and one of its entries are read without walking everybody’s',
  async () => {
    const { db } = server.deps;
    const trader = await fundTrader(server);
    await trader.request(100_000);
    await sql`with account as (
      insert into ledger_account (id, kind, owner_id, may_be_negative) values
        ('bulk-expense', 'commission-expense', 'bulk', true), ('bulk-payable', 'affiliate-payable', 'bulk', true)
    ), added as (
      insert into ledger_transaction (id, dedupe_key, kind, reference, at)
      select 'bulk-' || n, 'bulk-' || n, 'commission-earned', 'bulk', now() from generate_series(1, 2000) as given (n)
    )
    insert into ledger_entry (transaction_id, line, account_id, amount_cents)
    select 'bulk-' || n, line, case line when 1 then 'bulk-expense' else 'bulk-payable' end, 100 * (2 * line - 3)
    from generate_series(1, 2000) as given (n), generate_series(1, 2) as lines (line)`.execute(db);
    await sql`analyze`.execute(db);
    const { token } = await signInStaff(server, 'finance');
    const before = await countReads();
    const { rows } = (await ask(officeLists.ledger.page, { token, query: { person: trader.personId } })).data;
    expect(rows).toHaveLength(2);
    await ask(officeLists.ledger.record, { token, query: { id: rows[0]?.id ?? '' } });
    expect((await countReads()) - before).toBeLessThan(100);
  },
);
