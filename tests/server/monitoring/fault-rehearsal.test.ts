import { existsSync, globSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { createStripePayments } from '#server/billing/ports/payments/stripe.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { serverTimeouts } from '#server/core/database/timeouts.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { createAlertWatch } from '#server/monitoring/alerts/watch.ts';
import { createAlertWebhook } from '#server/monitoring/ports/alerts/webhook.ts';
import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import { fetchPackages } from '#shared/catalog/contract.ts';
import { retryJob } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { register } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, registration } from '../support/identity.ts';
import { signInPerson } from '../support/people.ts';
import { orderForm, shopOn } from '../support/shop.ts';
import { startStripeApi } from '../support/stripe-api.ts';

const databases = inject('databases');
const bridgeSecret = 'a secret that both sides know, of 40 bytes';

type Sent = { status: string; labels: Record<string, string>; annotations: Record<string, string>; endsAt: string };

/** What an on-call service gets over HTTP, but for the watchdog's. */
async function startReceiver() {
  const received: Sent[] = [];
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push(...JSON.parse(body).alerts);
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void http.close().closeAllConnections());
  const address = http.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  return { url, read: (name: string) => received.filter(({ labels }) => labels['alertname'] === name) };
}

type Outage = {
  readonly server: TestApp;
  /** What the alerts are judged with, if not the server's. */
  readonly deps?: TestApp['deps'];
  begin(): unknown;
  /** In each minute of the fault, and in each without. */
  readonly during?: () => Promise<unknown>;
  readonly otherwise?: () => Promise<unknown>;
  repair(): unknown;
};

type Fault = {
  readonly alert: string;
  readonly labels?: Record<string, string>;
  /** Within how many minutes the operator is told, and that it is over. */
  readonly toldWithin: number;
  readonly overWithin?: number;
  readonly on?: typeof databases.kind;
  start(): Promise<Outage>;
};

async function start(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const server = await startTestApp(options);
  onTestFinished(() => server.close());
  return server;
}

type Stripe = Awaited<ReturnType<typeof startStripeApi>>;

/** A shop whose buyers come every four minutes while Stripe does something else, and read that nothing was charged. */
async function startWithStripe(breakIt: (stripe: Stripe, isBroken: boolean) => void, limit = {}) {
  const stripe = await startStripeApi();
  onTestFinished(() => void stripe.close());
  const keys = { secretKey: 'sk_test_none', webhookSecret: 'whsec_none', clock: () => new Date() };
  const server = await start({
    replace: { payments: createStripePayments({ ...keys, api: stripe.api, ...limit }) },
  });
  const buy = () => client(server)(createOrder, { body: orderForm(), idempotencyKey: crypto.randomUUID() });
  let minute = 0;
  return {
    server,
    begin: () => breakIt(stripe, true),
    async during() {
      minute += 1;
      if (minute % 4 !== 1) return;
      const refused = await buy();
      expect(refused).toMatchObject({ response_status: 503, error_code: 'payment_unavailable' });
      expect(refused.response_message).toContain('You haven’t been charged.');
    },
    otherwise: async () => expect((await client(server)(fetchPackages)).response_status).toBe(200),
    repair: () => breakIt(stripe, false),
  };
}

const failing = {
  'send-mail': async () => {
    throw new Error('no connection');
  },
};

/** Each row is a fault, and what an on-call service is told of it. */
const faults: Readonly<Record<string, Fault>> = {
  'the database stops answering': {
    ...{ alert: 'DatabaseDown', toldWithin: 3 },
    async start() {
      const server = await start();
      let isDown = false;
      const checkDb = server.deps.db.withPlugin({
        transformQuery: ({ node }) => {
          if (isDown) throw new Error('the database is gone');
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const set = (value: boolean) => () => {
        isDown = value;
      };
      return { server, deps: { ...server.deps, checkDb }, begin: set(true), repair: set(false) };
    },
  },
  'another transaction locks a table': {
    ...{ alert: 'RequestsFail', toldWithin: 9, overWithin: 12, on: 'postgres' },
    async start() {
      const server = await start();
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.deps.db);
      const url = databases.kind === 'postgres' ? databases.adminUrl.replace(/[^/]+$/, rows[0]?.name ?? '') : '';
      // Shorter than in production, to keep the test short.
      const { db, close } = await connectPostgres(url, { timeouts: { ...serverTimeouts, lock_timeout: 250 } });
      onTestFinished(close);
      const hasty = await server.another({ db });
      const buy = () => client(hasty)(createOrder, { body: orderForm(), idempotencyKey: crypto.randomUUID() });
      let held: PromiseWithResolvers<void>;
      let holder: Promise<void>;
      return {
        server: hasty,
        async begin() {
          const isHeld = Promise.withResolvers<void>();
          held = Promise.withResolvers<void>();
          holder = server.deps.db.transaction().execute(async (trx) => {
            await sql`lock table orders in access exclusive mode`.execute(trx);
            isHeld.resolve();
            await held.promise;
          });
          await isHeld.promise;
        },
        during: async () => expect((await buy()).response_status).toBe(503),
        otherwise: async () => expect((await buy()).response_status).toBe(200),
        repair: () => [held.resolve(), holder].at(1),
      };
    },
  },
  'the payment provider is down': {
    ...{ alert: 'RequestsFail', toldWithin: 16, overWithin: 12 },
    start: () => startWithStripe((stripe, isBroken) => stripe.setDown(isBroken)),
  },
  'the payment provider is so slow that calls end first': {
    ...{ alert: 'RequestsFail', toldWithin: 16, overWithin: 12 },
    start: () => startWithStripe((stripe, isBroken) => stripe.setHanging(isBroken), { personTimeoutMs: 50 }),
  },
  'the payment provider answers garbage': {
    ...{ alert: 'RequestsFail', toldWithin: 16, overWithin: 12 },
    start: () => startWithStripe((stripe, isBroken) => stripe.setGarbage(isBroken)),
  },
  'no copy runs jobs, as after a kill': {
    ...{ alert: 'QueueStuck', labels: { queue: 'handle-provider-event' }, toldWithin: 17 },
    async start() {
      const server = await start();
      const shop = shopOn(server);
      const begin = async () => shop.webhook(await shop.order(), 'paid');
      return { server, begin, repair: () => server.drain() };
    },
  },
  'more mail waits than the mail server takes': {
    ...{ alert: 'MailStuck', toldWithin: 21 },
    async start() {
      const server = await start();
      const { db, clock } = server.deps;
      const values = { incidentId: 'one', component: 'mail', startedAt: clock().getTime() } as const;
      let queued = 0;
      const begin = () =>
        db.transaction().execute(async (trx) => {
          for (const until = queued + 50; queued < until; queued += 1)
            await queueMail(
              server.deps,
              trx,
              { email: `reader-${queued}@example.org`, locale: 'en' },
              'incident-staff',
              `backlog:${queued}`,
              values,
            );
        });
      return { server, begin, repair: () => server.drain() };
    },
  },
  'a code waits behind it': {
    ...{ alert: 'CodesLate', toldWithin: 3 },
    async start() {
      const server = await start({ replace: { captcha: easyCaptcha } });
      const ask = client(server);
      let number = 0;
      const begin = async () => {
        number += 1;
        const body = registration(`newcomer-${number}@example.org`);
        expect((await ask(register, { body })).response_status).toBe(200);
      };
      return { server, begin, repair: () => server.drain() };
    },
  },
  'a job fails each time': {
    ...{ alert: 'JobsGaveUp', labels: { queue: 'send-mail' }, toldWithin: 1 },
    async start() {
      const server = await start();
      const { db, jobs } = server.deps;
      await sql`update jobs.queue set retry_limit = 0 where name = 'send-mail'`.execute(db);
      return {
        server,
        async begin() {
          await jobs.send(db, 'send-mail', { mailId: 'mail-1' });
          await server.drain({ handlers: failing, allowFailures: true });
        },
        async repair() {
          const { token } = await signInPerson(server, { roles: ['admin'] });
          const { data } = await client(server)(officeLists.jobs.page, { token, query: { q: 'send-mail' } });
          const retried = await client(server)(retryJob, { token, body: { jobId: data.rows[0]?.id ?? '' } });
          expect(retried.response_status).toBe(200);
          await server.drain({ handlers: { 'send-mail': async () => undefined } });
        },
      };
    },
  },
  'a copy’s clock is wrong': {
    ...{ alert: 'NotReady', labels: { check: 'clock' }, toldWithin: 3 },
    async start() {
      const server = await start();
      const set = (ms: number) => () => {
        server.deps.clockSkew.ms = ms;
      };
      return { server, begin: set(600_000), repair: set(0) };
    },
  },
  'the disk is full': {
    ...{ alert: 'NotReady', labels: { check: 'disk' }, toldWithin: 3, on: 'embedded' },
    async start() {
      const server = await start();
      const probe = join(server.deps.env.dataDir, 'write-probe');
      const begin = () => {
        rmSync(probe, { force: true });
        // Every write to this file fails as on a full disk.
        symlinkSync('/dev/full', probe);
      };
      return { server, begin, repair: () => rmSync(probe) };
    },
  },
  'a platform’s bridge falls silent': {
    ...{ alert: 'BridgeSilent', labels: { platform: 'rithmic' }, toldWithin: 5 },
    async start() {
      const bridge = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:9/', PLATFORM_BRIDGE_SECRET: bridgeSecret };
      const server = await start({ environment: bridge });
      const beat = async () => {
        const body = JSON.stringify({ platform: 'rithmic' });
        const { timestamp, signature } = sign(bridgeSecret, body, server.clock.now());
        const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
        const response = await server.app.request('/api/bridge/heartbeat', { method: 'POST', headers, body });
        expect(response.status).toBe(200);
      };
      return { server, begin: () => undefined, otherwise: beat, repair: beat };
    },
  },
};

async function startWatch({ server, deps = server.deps }: Outage) {
  const receiver = await startReceiver();
  const settings = { url: receiver.url, secret: undefined, origin: 'https://tidemark.example', clock: deps.clock };
  const watch = createAlertWatch(deps, createAlertWebhook(settings));
  const pass = async (minutes: number, each?: () => Promise<unknown>, stepMs = minuteMs) => {
    for (let at = 0; at < minutes * minuteMs; at += stepMs) {
      await server.clock.advance(stepMs);
      await each?.();
      await watch.check();
    }
  };
  return { receiver, pass };
}

const possible = Object.entries(faults).filter(([, { on }]) => on === undefined || on === databases.kind);

/** In a row. */
const outages = 3;

test.each(possible)(
  '%s: each time, the operator gets one alert with its runbook, and that it is over',
  async (_, fault) => {
    const outage = await fault.start();
    const { receiver, pass } = await startWatch(outage);
    await pass(1, outage.otherwise);
    expect(receiver.read(fault.alert)).toEqual([]);
    for (let number = 1; number <= outages; number += 1) {
      await outage.begin();
      await pass(fault.toldWithin, outage.during);
      const told = receiver.read(fault.alert);
      expect(told).toHaveLength(number * 2 - 1);
      expect(told.at(-1)).toMatchObject({
        status: 'firing',
        labels: fault.labels ?? {},
        endsAt: '0001-01-01T00:00:00Z',
      });
      expect(existsSync(told.at(-1)?.annotations['runbook'] ?? '')).toBe(true);
      await outage.repair();
      await pass(fault.overWithin ?? 6, outage.otherwise);
      expect(receiver.read(fault.alert).slice(number * 2 - 1)).toMatchObject([
        { status: 'resolved', labels: fault.labels ?? {} },
      ]);
    }
  },
);

test('a fault that comes and goes is one alert, which says so', async () => {
  const outage = await (faults['a copy’s clock is wrong'] as Fault).start();
  const { receiver, pass } = await startWatch(outage);
  for (let times = 0; times < 10; times += 1) {
    await outage.begin();
    await pass(0.5, undefined, minuteMs / 2);
    await outage.repair();
    await pass(0.5, undefined, minuteMs / 2);
  }
  const told = receiver.read('NotReady');
  expect(told).toHaveLength(1);
  expect(told[0]?.annotations['summary']).toMatch(/It has come back 3 times since /);
  await pass(6);
  expect(receiver.read('NotReady').map(({ status }) => status)).toEqual(['firing', 'resolved']);
});

test('a copy that is killed while it tells leaves that to the others; after the last one, the watchdog is silent', async () => {
  const server = await start();
  const { db, clock } = server.deps;
  const told: { name: string; at: number }[] = [];
  const survivor = createAlertWatch(server.deps, {
    send: async (changed) => void told.push(...changed.map(({ name }) => ({ name, at: clock().getTime() }))),
  });
  const sending = Promise.withResolvers<void>();
  // As after kill -9, what it sends has no end, and nothing that would come after it happens.
  const killed = createAlertWatch(server.deps, {
    send: () => {
      sending.resolve();
      return new Promise(() => undefined);
    },
  });
  await sql`update jobs.queue set retry_limit = 0 where name = 'send-mail'`.execute(db);
  await server.deps.jobs.send(db, 'send-mail', { mailId: 'mail-1' });
  await server.drain({ handlers: failing, allowFailures: true });
  void killed.check();
  await sending.promise;
  await survivor.check();
  expect(told).toEqual([]);
  await server.clock.advance(minuteMs);
  await survivor.check();
  expect(told.map(({ name }) => name).toSorted()).toEqual(['JobsGaveUp', 'Watchdog']);
  // While a copy lives, it is heard of every five minutes; its receiver counts these.
  for (let half = 0; half < 20; half += 1) {
    await server.clock.advance(minuteMs / 2);
    await survivor.check();
  }
  const beats = told.filter(({ name }) => name === 'Watchdog').map(({ at }) => at);
  expect(beats).toHaveLength(3);
  expect(Math.max(...beats.slice(1).map((at, index) => at - (beats[index] ?? 0)))).toBe(5 * minuteMs);
  await server.clock.advance(60 * minuteMs);
  expect(told.filter(({ name }) => name === 'Watchdog')).toHaveLength(3);
});

test('the queries of the runbooks run, and the program logs what they look for', async () => {
  const { deps } = await start();
  const runbooks = readdirSync('deploy/runbooks').map((name) => readFileSync(join('deploy/runbooks', name), 'utf8'));
  const queries = runbooks.flatMap((text) => [...text.matchAll(/ -c (["'])(.+?)\1/g)].map(([, , query = '']) => query));
  expect(queries.length).toBeGreaterThan(5);
  for (const query of queries) await sql.raw(query).execute(deps.db);
  const program = globSync('src/server/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const looked = runbooks.flatMap((text) =>
    [...text.matchAll(/grep (?:-e )?"([^"]+)"(?: -e "([^"]+)")?/g)].flatMap(([, ...each]) => each.filter(Boolean)),
  );
  expect(looked.filter((text) => !program.some((file) => file.includes(text)))).toEqual([]);
});
