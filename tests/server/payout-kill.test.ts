import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import * as batchCalls from '../../src/contract/admin-payout-batches.ts';
import * as staffCalls from '../../src/contract/admin-payouts.ts';
import type { Call, DataOf, QueryOf } from '../../src/contract/call.ts';
import { idempotencyHeader } from '../../src/contract/constants.ts';
import * as calls from '../../src/contract/payouts.ts';
import { confirmIdentity } from '../../src/contract/security.ts';
import { connectEmbedded } from '../../src/server/db/connect.ts';
import { demoPassword } from '../../src/server/seed/people.ts';
import { freePort, startServer } from '../support/server.ts';
import { statement } from './support/bank-files.ts';

const timeoutMs = 280_000;

/** A server that is killed and started again on the same data. */
async function startKillable() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-payout-kills-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const start = () => startServer({ dataDir, port, env: { DEMO: '1', LOG_LEVEL: 'silent' } });
  let server = await start();
  onTestFinished(() => server.kill());
  return {
    dataDir,
    origin: server.origin,
    async kill() {
      await server.kill();
      server = await start();
    },
    stop: () => server.stop(),
  };
}

type Killable = Awaited<ReturnType<typeof startKillable>>;

async function signIn({ origin }: Killable, email: string) {
  const answer = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  async function send<C extends Call>(
    call: C,
    { query = {}, body, key, form }: { query?: QueryOf<C> | object; body?: object; key?: string; form?: FormData } = {},
  ): Promise<{ status: number; data: DataOf<C> }> {
    const search = new URLSearchParams(query as Record<string, string>);
    const response = await fetch(`${origin}/api/${call.path}?${search}`, {
      method: call.method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(form ? {} : { 'Content-Type': 'application/json' }),
        ...(key ? { [idempotencyHeader]: key } : {}),
      },
      ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
    });
    const { data } = (await response.json()) as { data: DataOf<C> };
    return { status: response.status, data };
  }
  return { send, confirm: () => send(confirmIdentity, { body: { password: demoPassword } }) };
}

/** Sends a call, kills the server while it is under way, and sends it again to the next one. */
async function sendThroughKill<Answer>(
  server: Killable,
  afterMs: number,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const cut = send().catch(() => undefined);
  await wait(afterMs);
  await server.kill();
  await cut;
  return send();
}

/** Asks until an answer is as expected. */
async function until<Answer>(ask: () => Promise<Answer>, isDone: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    await wait(200);
  }
}

test('a payout is paid once though the server is killed at its request, move, approval, export and import', {
  timeout: timeoutMs,
}, async () => {
  const server = await startKillable();
  const payee = await signIn(server, 'payee@example.com');
  const [finance, admin] = [await signIn(server, 'finance@example.com'), await signIn(server, 'admin@example.com')];
  const { data: own } = await payee.send(calls.payoutAccounts);
  const account = own.accounts.find(({ quote, open }) => quote.allowed && open === null);
  const accountId = account?.accountId ?? '';
  const quote = async () =>
    (await payee.send(calls.payoutQuoteCall, { query: { accountId, requestedCents: '30000' } })).data.quote;
  const body = {
    accountId,
    amountCents: 30_000,
    destinationId: 'demo-destination',
    expectedNetCents: (await quote()).netCents,
  };
  const key = randomUUID();

  const requested = await sendThroughKill(server, 15, () => payee.send(calls.requestPayout, { body, key }));
  expect(requested.status).toBe(200);
  const { id: payoutId, number } = requested.data.payout;
  // The platform may be asked at this moment.
  await server.kill();
  const inspect = async () => (await finance.send(staffCalls.inspectPayout, { query: { payoutId } })).data;
  await until(inspect, ({ checklist }) => checklist.every(({ passed }) => passed));

  await finance.send(staffCalls.reviewPayout, { body: { payoutId } });
  await finance.confirm();
  const approve = () => finance.send(staffCalls.approvePayout, { body: { payoutId } });
  const approved = await sendThroughKill(server, 10, approve);
  // Approved before the kill, a second approval finds another status.
  expect([200, 409]).toContain(approved.status);
  expect((await inspect()).payout.status).toBe('approved');

  await admin.confirm();
  const create = () =>
    admin.send(batchCalls.createPayoutBatch, { body: { method: 'bank-transfer', format: 'pain-001' } });
  const created = await create();
  const batchId = created.data.batchId ?? '';
  const exportFile = () => admin.send(batchCalls.exportPayoutBatch, { body: { batchId } });
  const exported = await sendThroughKill(server, 20, exportFile);
  expect(exported.data.file.content).toContain(`<EndToEndId>${number}</EndToEndId>`);
  expect((await exportFile()).data.file.content).toBe(exported.data.file.content);
  await until(inspect, ({ payout }) => payout.status === 'sent');

  const file = statement([{ reference: number, amount: '300.00', bankReference: 'BK-1' }]);
  const apply = () => {
    const form = new FormData();
    form.append('file', new File([file], 'statement.xml'));
    return admin.send(batchCalls.applyBankFile, { form });
  };
  const applied = await sendThroughKill(server, 20, apply);
  expect(applied.status).toBe(200);
  await until(inspect, ({ payout }) => payout.status === 'paid');
  expect((await apply()).data).toEqual({ importId: applied.data.importId, isRepeated: true });
  await server.stop();
  await checkOnce(server.dataDir, payoutId);
});

/** Nothing was lost or done twice. */
async function checkOnce(dataDir: string, payoutId: string): Promise<void> {
  const { db, close } = await connectEmbedded({ dataDir });
  onTestFinished(close);
  const own = await db.selectFrom('payout').selectAll().where('is_sample', '=', false).execute();
  expect(own.map(({ id, status }) => [id, status])).toEqual([[payoutId, 'paid']]);
  const moves = await db.selectFrom('payout_move').selectAll().where('payout_id', '=', payoutId).execute();
  expect(moves.map(({ amount_cents, moved_at }) => [amount_cents, moved_at !== null])).toEqual([[-30_000, true]]);
  const transfers = await db
    .selectFrom('simulated_transfer')
    .selectAll()
    .where('request_id', '=', moves[0]?.id ?? '')
    .execute();
  expect(transfers.map(({ amount_cents }) => amount_cents)).toEqual([-30_000]);
  const stages = await db
    .selectFrom('payout_stage')
    .select('status')
    .where('payout_id', '=', payoutId)
    .orderBy('at')
    .execute();
  expect(stages.map(({ status }) => status)).toEqual(['requested', 'in-review', 'approved', 'sent', 'paid']);
  const payments = await db.selectFrom('payout_payment').selectAll().where('payout_id', '=', payoutId).execute();
  expect(payments.map(({ status, bank_reference }) => [status, bank_reference])).toEqual([['paid', 'BK-1']]);
  const certificates = await db.selectFrom('certificate').select('id').where('payout_id', '=', payoutId).execute();
  expect(certificates).toHaveLength(1);
  const posted = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_account.kind')
    .select(({ fn }) => fn.sum<string>('amount_cents').as('sum'))
    .where('reference', '=', `payout:${payoutId}`)
    .groupBy('ledger_account.kind')
    .execute();
  const sums = Object.fromEntries(posted.map(({ kind, sum }) => [kind, Number(sum)]).filter(([, sum]) => sum !== 0));
  expect(Object.values(sums).reduce((total, sum) => Number(total) + Number(sum), 0)).toBe(0);
  expect(sums['payout-paid']).toBe(payments[0]?.amount_cents);
  expect(Object.keys(sums).sort()).toEqual(['payout-expense', 'payout-paid']);
}
