import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { handlers } from '#server/firm/jobs.ts';
import { approveByRule } from '#server/payouts/approval/approve-by-rule.ts';
import type { Rail } from '#server/payouts/ports/rail/rail.ts';
import { payByRail } from '#server/payouts/rail/pay.ts';
import * as calls from '#shared/payouts/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import * as batchCalls from '#shared/payouts/contract-office-batches.ts';
import { unlimited } from '../../support/unlimited.ts';
import { statement } from './bank-files.ts';
import { client } from './client.ts';
import { type Death, dieAtCommit } from './die-at-commit.ts';

/** The process's command-line argument, as JSON. */
export type PayoutRun = {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly at: number;
  readonly accountId: string;
  readonly destinationId: string;
  readonly amountCents: number;
  readonly key: string;
  /** Approved by rule and paid by a rail, instead of by people and their bank. */
  readonly isByRule: boolean;
  readonly tokens: { readonly trader: string; readonly reviewer: string; readonly admin: string };
  /** The process dies at the commit of the first transaction with a matching statement. */
  readonly dieAt?: Death | undefined;
};

const run = JSON.parse(process.argv[2] ?? '') as PayoutRun;

/** What the provider has paid outlives our process: a line for each request that it had no payment for. */
const railLog = join(run.dataDir, 'rail.log');
const rail: Rail = {
  name: 'test-rail',
  async pay({ id, amountCents: cents }) {
    const made = existsSync(railLog) ? readFileSync(railLog, 'utf8') : '';
    if (!made.includes(id)) appendFileSync(railLog, `${id} ${cents}\n`, { flush: true });
    return { status: 'paid', reference: 'BK-1' };
  },
};

if (run.dieAt) dieAtCommit(run.dieAt);
const read = readCatalog();
const connection = await connectPostgres(run.databaseUrl, { maxConnections: 4 });
const server = await createServer({
  env: parseEnv({ DATA_DIR: run.dataDir, LOG_LEVEL: 'silent', DEMO: '1' }),
  catalog: { ...read, payoutsByRule: { ...read.payoutsByRule, upToCents: run.isByRule ? run.amountCents : 0 } },
  connection,
  clock: () => new Date(run.at),
  log: pino({ level: 'silent' }),
  recurring: false,
  replace: { limits: unlimited, rail },
});
const { deps } = server;
const app = createApp(deps);
const ask = client({ app });
const { tokens, accountId, destinationId, amountCents } = run;

/** Runs jobs as the queue does once the jobs of a dead server have expired. */
async function drain(): Promise<void> {
  await sql`update jobs.job set state = 'retry' where state = 'active'`.execute(deps.db);
  await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(deps.db);
  const { errors } = await server.jobs.drain(deps, handlers);
  if (errors.length > 0) throw errors[0];
}

/** @throws with the response unless it is a 200 */
function expectDone<Answer extends { readonly response_status: number }>(answer: Answer): Answer {
  if (answer.response_status !== 200) throw new Error(JSON.stringify(answer));
  return answer;
}

async function statusOf(payoutId: string): Promise<string> {
  const { status } = await deps.db
    .selectFrom('payout')
    .select('status')
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  return status;
}

/** Continues the payout from its current state; people repeat steps whose result they didn't see. */
async function finish(): Promise<void> {
  const { payout } = expectDone(
    await ask(calls.requestPayout, {
      body: { accountId, amountCents, destinationId, expectedNetCents: amountCents },
      token: tokens.trader,
      idempotencyKey: run.key,
    }),
  ).data;
  const body = { payoutId: payout.id };
  await drain();
  if (run.isByRule) {
    await approveByRule(deps);
    await payByRail(deps);
    return drain();
  }
  if ((await statusOf(payout.id)) === 'requested') {
    expectDone(await ask(staffCalls.reviewPayout, { body, token: tokens.reviewer }));
  }
  if ((await statusOf(payout.id)) === 'in-review') {
    expectDone(await ask(staffCalls.approvePayout, { body, token: tokens.reviewer }));
  }
  const batchId = (await findBatch(payout.id)) ?? (await createBatch());
  const exported = expectDone(await ask(batchCalls.exportPayoutBatch, { body: { batchId }, token: tokens.admin }));
  const { content } = exported.data.file;
  await drain();
  await importStatement(payout.number);
  await drain();
  process.stdout.write(`${createHash('sha256').update(content).digest('base64url')}\n`);
}

async function findBatch(payoutId: string): Promise<string | undefined> {
  const payment = await deps.db
    .selectFrom('payout_payment')
    .select('batch_id')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return payment?.batch_id;
}

async function createBatch(): Promise<string> {
  const body = { method: 'bank-transfer', format: 'pain-001' } as const;
  const { data } = expectDone(await ask(batchCalls.createPayoutBatch, { body, token: tokens.admin }));
  return data.batchId ?? '';
}

async function importStatement(reference: string): Promise<void> {
  const form = new FormData();
  const amount = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  form.append('file', new File([statement([{ reference, amount, bankReference: 'BK-1' }])], 'statement.xml'));
  const headers = { Authorization: `Bearer ${tokens.admin}` };
  const answer = await app.request(`/api/${batchCalls.applyBankFile.path}`, { method: 'POST', headers, body: form });
  if (answer.status !== 200) throw new Error(await answer.text());
}

await finish();
// Everything is done: repeating it changes nothing.
await finish();
await server.close();
