import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectPostgres } from '../../src/server/core/database/connect.ts';
import { demoPassword } from '../../src/server/core/demo-people.ts';
import type { Db } from '../../src/server/core/deps.ts';
import { fingerprintOf } from '../../src/server/payouts/approval/approvals.ts';
import type { Call, DataOf } from '../../src/shared/core/call.ts';
import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { payoutAccounts, payoutQuoteCall, requestPayout } from '../../src/shared/payouts/contract.ts';
import * as batchCalls from '../../src/shared/payouts/contract-office-batches.ts';
import { confirmIdentity } from '../../src/shared/people/contract-security.ts';
import { startServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const concurrent = sized(100, 5);
const payments = sized(1_000, 5);

type Answer<C extends Call> = { readonly status: number; readonly ms: number; readonly data: DataOf<C> };

async function signIn(origin: string, email: string) {
  const answer = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  return async <C extends Call>(
    call: C,
    { query = {}, body, key }: { query?: Record<string, string>; body?: object; key?: string } = {},
  ): Promise<Answer<C>> => {
    const from = performance.now();
    const response = await fetch(`${origin}/api/${call.path}?${new URLSearchParams(query)}`, {
      method: call.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(key ? { [idempotencyHeader]: key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, response_message } = (await response.json()) as { data: DataOf<C>; response_message: string };
    if (response.status !== 200 && response.status !== 409) throw new Error(`${call.path}: ${response_message}`);
    return { status: response.status, ms: performance.now() - from, data };
  };
}

/** A hundred requests at the same time on one account: one is accepted, all others are refused. */
async function measureRequests(origin: string): Promise<Figure[]> {
  const callApi = await signIn(origin, 'payee@example.com');
  const { data: own } = await callApi(payoutAccounts);
  const accountId = own.accounts.find(({ quote, open }) => quote.allowed && open === null)?.accountId ?? '';
  const { data } = await callApi(payoutQuoteCall, { query: { accountId, requestedCents: '30000' } });
  const body = {
    ...{ accountId, amountCents: 30_000, destinationId: 'demo-destination' },
    expectedNetCents: data.quote.netCents,
  };
  const answers = await Promise.all(
    Array.from({ length: concurrent }, () => callApi(requestPayout, { body, key: randomUUID() })),
  );
  const times = answers.map(({ ms }) => ms).sort((left, right) => left - right);
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0;
  const taken = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 409).length;
  return [
    figure(`Payouts: p99 of ${concurrent} simultaneous requests on one account`, p99, 'ms', { atMost: 250 }),
    figure('Payouts: requests neither accepted nor refused as a second one', concurrent - taken - refused, 'found', {
      atMost: 0,
    }),
    figure('Payouts: open requests beyond the first', taken - 1, 'found', { atMost: 0 }),
  ];
}

/** Approved payouts of a thousand people, as if each had been requested and approved separately. */
async function storeApproved(db: Db): Promise<void> {
  await sql`
    insert into person (id, email, first_name, last_name, country, locale, email_verified_at, created_at)
    select 'bench-' || n, 'bench-' || n || '@example.com', 'Ana', 'Sousa ' || n, 'PT', 'en', now(), now()
    from generate_series(1, ${payments}::integer) as n`.execute(db);
  await sql`
    insert into payout (id, number, source, person_id, destination_id, method, amount_cents, trader_cents, firm_cents,
      fee_cents, status, idempotency_key, request_hash, requested_at, decision_due_at)
    select 'bench-' || n, 'P1999-' || lpad(n::text, 6, '0'), 'affiliate', 'bench-' || n, 'demo-destination',
      'bank-transfer', 100000 + n, 100000 + n, 0, 0, 'approved', 'bench-' || n, '', now(), now()
    from generate_series(1, ${payments}::integer) as n`.execute(db);
  await sql`
    insert into payout_stage (payout_id, status, at, actor)
    select id, 'approved', now(), 'system' from payout where id like 'bench-%'`.execute(db);
  const destination = await db
    .selectFrom('payout_destination')
    .selectAll()
    .where('id', '=', 'demo-destination')
    .executeTakeFirstOrThrow();
  const payouts = await db.selectFrom('payout').selectAll().where('id', 'like', 'bench-%').execute();
  await db
    .insertInto('payout_approval')
    .values(
      payouts.map((payout) => ({
        ...{ payout_id: payout.id, approver_id: 'demo-admin', at: new Date() },
        fingerprint: fingerprintOf(payout, destination),
      })),
    )
    .execute();
}

async function measureExport(origin: string, db: Db): Promise<Figure[]> {
  await storeApproved(db);
  // The person who creates a large batch can't export it.
  const [create, send] = [await signIn(origin, 'admin@example.com'), await signIn(origin, 'finance@example.com')];
  for (const callApi of [create, send]) await callApi(confirmIdentity, { body: { password: demoPassword } });
  const created = await create(batchCalls.createPayoutBatch, {
    body: { method: 'bank-transfer', format: 'pain-001' },
  });
  const body = { batchId: created.data.batchId ?? '' };
  const first = await send(batchCalls.exportPayoutBatch, { body });
  const again = await send(batchCalls.exportPayoutBatch, { body });
  const differingExports = first.data.file.content === again.data.file.content ? 0 : 1;
  return [
    figure('Payouts: payments in the exported batch', created.data.payments, 'payments'),
    figure('Payouts: creating that batch, sanctions checks included', created.ms, 'ms'),
    figure('Payouts: exporting it as pain.001', first.ms, 'ms', { atMost: 2_000 }),
    figure('Payouts: re-exports that differ', differingExports, 'found', { atMost: 0 }),
  ];
}

/** Simultaneous requests on one account, and the export of a thousand payments, on PostgreSQL. */
export async function measurePayouts(): Promise<Figure[]> {
  const url = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-payouts-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'error', DEMO: '1', DATABASE_URL: url } });
  onEnd(() => server.stop());
  const { db, close } = await connectPostgres(url, { maxConnections: 2 });
  const figures = [...(await measureRequests(server.origin)), ...(await measureExport(server.origin, db))];
  await close();
  await server.stop();
  return figures;
}
