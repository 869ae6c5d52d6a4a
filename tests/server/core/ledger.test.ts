import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { LedgerBalanceError, postToLedger } from '#server/core/ledger/post.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import type { LedgerLine } from '#shared/core/ledger-accounts.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

function commission(personId: string, amountCents: number): LedgerLine[] {
  return [
    { account: { kind: 'commission-expense' }, amountCents: -amountCents },
    { account: { kind: 'affiliate-payable', ownerId: personId }, amountCents },
  ];
}

const post = (dedupeKey: string, lines: readonly LedgerLine[]) =>
  runTransaction(server.deps, (trx) =>
    postToLedger(server.deps, trx, { dedupeKey, kind: 'commission-earned', reference: dedupeKey, lines }),
  );

describe('the ledger', () => {
  test('posts each key once', async () => {
    const personId = newId();
    expect(await post(`once:${personId}`, commission(personId, 500))).toBe(true);
    expect(await post(`once:${personId}`, commission(personId, 500))).toBe(false);
    expect(await readBalance(server.deps.db, { kind: 'affiliate-payable', ownerId: personId })).toBe(500);
  });

  test('rejects a whole transaction that would overdraw an account', async () => {
    const personId = newId();
    const reserve = (amountCents: number): LedgerLine[] => [
      { account: { kind: 'payout-expense', ownerId: personId }, amountCents: -amountCents },
      { account: { kind: 'payout-reserved', ownerId: personId }, amountCents },
    ];
    await post(`first:${personId}`, reserve(500));
    await expect(post(`more:${personId}`, reserve(-501))).rejects.toThrow(LedgerBalanceError);
    expect(await readBalance(server.deps.db, { kind: 'payout-reserved', ownerId: personId })).toBe(500);
  });

  test('makes the database reject an unbalanced transaction on commit, even one written directly', async () => {
    const personId = newId();
    await post(`base:${personId}`, commission(personId, 500));
    const { id: accountId } = await server.deps.db
      .selectFrom('ledger_account')
      .select('id')
      .where('owner_id', '=', personId)
      .executeTakeFirstOrThrow();
    const write = server.deps.db.transaction().execute(async (trx) => {
      const id = newId();
      const at = server.clock.now();
      await trx
        .insertInto('ledger_transaction')
        .values({ id, dedupe_key: id, kind: 'commission-earned', reference: id, at })
        .execute();
      await trx
        .insertInto('ledger_entry')
        .values([
          { transaction_id: id, line: 0, account_id: accountId, amount_cents: 7 },
          { transaction_id: id, line: 1, account_id: accountId, amount_cents: -6 },
        ])
        .execute();
    });
    await expect(write).rejects.toThrow(/comes? to/);
  });

  test.each(['ledger_account', 'ledger_transaction', 'ledger_entry'])(
    'makes the database reject changes to %s',
    async (table) => {
      await post(`fixed:${table}`, commission(newId(), 500));
      const id = sql.id(table);
      const column = sql.id(table === 'ledger_entry' ? 'transaction_id' : 'id');
      const { db } = server.deps;
      await expect(sql`update ${id} set ${column} = 'x'`.execute(db)).rejects.toThrow('append-only');
      await expect(sql`delete from ${id}`.execute(db)).rejects.toThrow('append-only');
      await expect(sql`truncate ${id} cascade`.execute(db)).rejects.toThrow('append-only');
    },
  );
});
