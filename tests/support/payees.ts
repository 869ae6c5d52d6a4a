import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import type { Connection } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import * as calls from '#shared/payouts/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import { fundTrader, signInStaff, weekUntil } from '../server/support/funded.ts';

const amountCents = 30_000;
const pauseMs = 500;
/** Staff may press only so often; what a step waits for, such as the platform, takes its time. */
const pressAgainMs = 10_000;
/** Jobs of a killed server are taken over after some minutes, if nobody starts it again. */
const timeoutMs = 900_000;

/** Funded traders and two of the staff, written into the database of servers that don't run. Closes the connection. */
export async function fundPayees(connection: Connection, dataDir: string, count: number) {
  const { deps, close } = await createServer({
    env: parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '1' }),
    catalog: getCatalog(),
    connection,
    log: pino({ level: 'silent' }),
    recurring: false,
    clock: () => new Date(),
  });
  const server = { deps, app: createApp(deps) };
  const week = weekUntil(Date.now());
  const traders = [];
  for (let index = 0; index < count; index += 1) {
    const { personId, token, accountId, destinationId } = await fundTrader(server, { week });
    const email = `drawing-${index}@example.com`;
    await deps.db.updateTable('person').set({ email }).where('id', '=', personId).execute();
    // Their trades are alike; one bank account would make them one another's opposite sides.
    await deps.db
      .updateTable('payout_destination')
      .set({ fingerprint: email })
      .where('id', '=', destinationId)
      .execute();
    traders.push({ token, accountId, destinationId, from: `2001:db8:ffff:${index}::1` });
  }
  const hire = async () => (await signInStaff(server, 'admin', 'reviewer', 'finance')).token;
  const staff = [await hire(), await hire()] as const;
  await close();
  return { traders, staff };
}

type Payees = Awaited<ReturnType<typeof fundPayees>>;

/** A person draws money, and the staff move it on until it is paid, each twice at once and again until there is an answer. */
export async function draw(
  { token, accountId, destinationId, from }: Payees['traders'][number],
  [first, second]: Payees['staff'],
  findOrigin: () => string,
): Promise<void> {
  async function ask<Data>(path: string, as: string, body?: object, key: string = randomUUID()) {
    const headers = { Authorization: `Bearer ${as}`, 'X-Forwarded-For': from, [idempotencyHeader]: key };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    for (;;) {
      const given = await fetch(`${findOrigin()}/api/${path}`, {
        ...sent,
        headers: { ...headers, 'Content-Type': 'application/json' },
      }).catch(() => null);
      // The connection may also end within an answer.
      const read = given && given.status < 500 ? await given.text().catch(() => null) : null;
      if (given && read !== null) return { status: given.status, text: read, data: JSON.parse(read).data as Data };
      await wait(pauseMs);
    }
  }
  const twice = (path: string, as: string, body: object, key?: string) =>
    Promise.all([1, 2].map(() => ask<{ payout: { id: string } }>(path, as, body, key)));

  const quotePath = `${calls.payoutQuoteCall.path}?accountId=${accountId}&requestedCents=${amountCents}`;
  const { quote } = (await ask<{ quote: { netCents: number } }>(quotePath, token)).data;
  const body = { accountId, amountCents, destinationId, expectedNetCents: quote.netCents };
  const [requested] = await twice(calls.requestPayout.path, token, body, randomUUID());
  const payoutId = requested?.data?.payout?.id;
  if (!payoutId) throw new Error(`The request was answered with ${requested?.text}`);
  const steps: Partial<Record<PayoutStatus, () => Promise<unknown>>> = {
    requested: () => twice(staffCalls.reviewPayout.path, first, { payoutId }),
    'in-review': () => Promise.all([first, second].map((as) => twice(staffCalls.approvePayout.path, as, { payoutId }))),
    approved: () => twice(staffCalls.sendPayout.path, first, { payoutId, reference: 'WIRE-1' }),
    sent: () => twice(staffCalls.settlePayout.path, second, { payoutId }),
  };
  let pressed: { readonly status?: PayoutStatus; readonly at: number; readonly answers?: unknown } = { at: 0 };
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(pauseMs)) {
    const { data } = await ask<{ payout: { status: PayoutStatus } } | null>(
      `${calls.fetchPayout.path}?payoutId=${payoutId}`,
      token,
    );
    const status = data?.payout.status;
    if (status === 'paid') return;
    if (!status || (status === pressed.status && Date.now() < pressed.at + pressAgainMs)) continue;
    pressed = { status, at: Date.now(), answers: await steps[status]?.() };
  }
  throw new Error(`The payout ${payoutId} isn't paid: ${JSON.stringify(pressed)}`);
}
