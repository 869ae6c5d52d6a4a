import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import type { Db } from '#server/core/deps.ts';
import { startTestApp, testStart } from '../support/app.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { makePostgresDatabase } from '../support/process-database.ts';
import type { PayoutRun } from '../support/run-payout.ts';
import { surviveDeaths } from '../support/run-program.ts';

const amountCents = 100_000;

/** Where the process dies: before or after the commit of a transaction with such a statement. */
const deaths = [
  ['the request is stored', 'insert into "payout" ', 'after'],
  ['the transfer is marked as attempted', 'update "payout_transfer" set "attempted_at"', 'after'],
  ['the platform has moved the money', 'insert into "simulated_transfer"', 'after'],
  ['the transfer is recorded', 'update "payout_transfer" set "transferred_at"', 'after'],
  ['it is approved', 'insert into "payout_approval"', 'after'],
  ['it is batched', 'insert into "payout_payment"', 'after'],
  ['the batch is exported', 'update "payout_batch" set "status".*"exported"', 'before'],
  ['the batch is exported', 'update "payout_batch" set "status".*"exported"', 'after'],
  ['it is sent', 'insert into "payout_stage".*"sent"', 'after'],
  ['the statement is stored', 'insert into "payout_import" ', 'after'],
  ['it is paid', 'insert into "payout_stage".*"paid"', 'before'],
] as const;

const ruledDeaths = [
  ...deaths.slice(0, 4),
  ['the rule approves it', 'update "payout" set "ruled_at"', 'before'],
  ['the rule approves it', 'update "payout" set "ruled_at"', 'after'],
  ['it is handed to the rail', 'update "payout" set "rail_status"', 'before'],
  ['it is handed to the rail', 'update "payout" set "rail_status"', 'after'],
  ['the rail has paid', 'insert into "payout_stage".*"paid"', 'before'],
  ['it is paid', 'insert into "payout_stage".*"paid"', 'after'],
] as const;

const program = new URL('../support/run-payout.ts', import.meta.url);

/** Has the payout of a week's profit killed at each step, and then finished. */
async function survive(steps: typeof deaths | typeof ruledDeaths, isByRule: boolean) {
  const database = await makePostgresDatabase();
  const server = await startTestApp({ startAt: testStart + 7 * dayMs, place: database });
  const trader = await fundTrader(server);
  const reviewer = await signInStaff(server, 'reviewer', 'finance');
  const admin = await signInStaff(server, 'admin');
  await server.drain();
  const at = server.clock.now().getTime();
  await server.close();
  const { accountId, destinationId, personId } = trader;
  const tokens = { trader: trader.token, reviewer: reviewer.token, admin: admin.token };
  const run: PayoutRun = {
    ...database,
    at,
    accountId,
    destinationId,
    amountCents,
    key: randomUUID(),
    isByRule,
    tokens,
  };

  const output = await surviveDeaths(program, run, steps);
  const { db, close } = await connectPostgres(database.databaseUrl);
  onTestFinished(close);
  return { db, personId, output, dataDir: database.dataDir };
}

test('a payout is paid exactly once although its server is killed at every step', async () => {
  const { db, personId, output } = await survive(deaths, false);
  const [exported, again] = output.trim().split('\n');
  expect(exported).toMatch(/^[\w-]{43}$/);
  expect(again).toBe(exported);
  await expectOnce(db, personId);
  const batches = await db.selectFrom('payout_batch').select(['status', 'file_sha256']).execute();
  expect(batches).toEqual([{ status: 'settled', file_sha256: exported }]);
  const payments = await db.selectFrom('payout_payment').selectAll().execute();
  expect(payments.map(({ status, amount_cents, bank_reference }) => [status, amount_cents, bank_reference])).toEqual([
    ['paid', amountCents, 'BK-1'],
  ]);
  const imports = await db.selectFrom('payout_import').select('finished_at').execute();
  expect(imports.map(({ finished_at }) => finished_at !== null)).toEqual([true]);
  expect(await readStages(db)).toEqual(['approved', 'in-review', 'paid', 'requested', 'sent']);
});

test('a payout by rule is paid exactly once although its server is killed between the rule and the rail', async () => {
  const { db, personId, dataDir } = await survive(ruledDeaths, true);
  await expectOnce(db, personId);
  const [payout] = await db.selectFrom('payout').select('id').execute();
  expect(readFileSync(join(dataDir, 'rail.log'), 'utf8')).toBe(`${payout?.id} ${amountCents}\n`);
  expect(await readStages(db)).toEqual(['approved', 'paid', 'requested', 'sent']);
  expect(await db.selectFrom('payout_payment').select('id').execute()).toEqual([]);
});

const readStages = async (db: Db) =>
  (await db.selectFrom('payout_stage').select('status').execute()).map(({ status }) => status).sort();

/** Checks that nothing was lost or done twice. */
async function expectOnce(db: Db, personId: string): Promise<void> {
  const payouts = await db.selectFrom('payout').select(['id', 'status']).execute();
  expect(payouts.map(({ status }) => status)).toEqual(['paid']);
  const payoutId = payouts[0]?.id ?? '';
  const transfers = await db.selectFrom('payout_transfer').selectAll().execute();
  expect(transfers.map(({ amount_cents, transferred_at }) => [amount_cents, transferred_at !== null])).toEqual([
    [-amountCents, true],
  ]);
  const simulated = await db.selectFrom('simulated_transfer').selectAll().execute();
  expect(simulated.map(({ request_id, amount_cents }) => [request_id, amount_cents])).toEqual([
    [transfers[0]?.id, -amountCents],
  ]);
  const adjustments = await db.selectFrom('account_event').selectAll().where('type', '=', 'adjustment').execute();
  expect(adjustments).toHaveLength(1);
  const account = await db.selectFrom('trading_account').select(['state', 'suspended_at']).executeTakeFirstOrThrow();
  // The week's five results of $1,250, less the payout.
  expect([account.state.balanceCents, account.suspended_at]).toEqual([5_000_000 + 625_000 - amountCents, null]);
  const certificates = await db.selectFrom('certificate').select('id').where('payout_id', '=', payoutId).execute();
  expect(certificates).toHaveLength(1);
  const subjects = await db.selectFrom('mailbox').select('subject').where('recipient', '=', mailOf(personId)).execute();
  expect(new Set(subjects.map(({ subject }) => subject)).size).toBe(subjects.length);
  const posted = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_account.kind')
    .select(({ fn }) => fn.sum<number>('amount_cents').as('sum'))
    .groupBy('ledger_account.kind')
    .execute();
  const sums = posted.map(({ kind, sum }) => [kind, Number(sum)] as const).filter(([, sum]) => sum !== 0);
  expect(Object.fromEntries(sums)).toEqual({ 'payout-expense': -amountCents, 'payout-paid': amountCents });
}

const mailOf = (personId: string) => `${personId.toLowerCase()}@example.com`;
