import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { fetchPackages } from '#shared/catalog/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { type Shop, shopOn } from '../support/shop.ts';

const metricsToken = 'the-token-of-a-prometheus-in-tests';
const path = '/api/metrics';

let server: TestApp;
let shop: Omit<Shop, 'close'>;

beforeAll(async () => {
  server = await startTestApp({ environment: { METRICS_TOKEN: metricsToken, BUILD: 'abc1234' } });
  shop = shopOn(server);
});

afterAll(() => server.close());

const ask = (headers: Record<string, string>, { app } = server) => app.request(path, { headers });

/** The value of each series, by its name and labels as written. */
async function readMetrics(from = server): Promise<ReadonlyMap<string, number>> {
  const response = await ask({ Authorization: `Bearer ${metricsToken}` }, from);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('the metrics', () => {
  test('are an unknown call without the token, through a proxy, and on a server that has none', async () => {
    const authorization = { Authorization: `Bearer ${metricsToken}` };
    const bare = await startTestApp();
    for (const response of [
      await ask({}),
      await ask({ Authorization: metricsToken }),
      await ask({ Authorization: `Bearer ${metricsToken}x` }),
      await ask({ ...authorization, 'X-Forwarded-For': '203.0.113.7' }),
      await ask(authorization, bare),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error_code: 'no_such_call' });
    }
    await bare.close();
  });

  test('name the build, and say how the process is', async () => {
    const metrics = await readMetrics();
    const { version } = server.deps.env.monitoring;
    expect(metrics.get(`tidemark_build_info{version="${version}",build="abc1234"}`)).toBe(1);
    expect(metrics.get('tidemark_database_up')).toBe(1);
    expect(metrics.get('tidemark_pool_waiting_requests')).toBe(0);
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(await (await server.app.request('/api/health')).json()).toEqual({
      status: 'alive',
      version,
      build: 'abc1234',
    });
  });

  test('count calls by route and status, and never by what is in a path', async () => {
    const series = (route: string, status: number) =>
      `tidemark_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`;
    await client(server)(fetchPackages);
    await client(server)(fetchPackages);
    for (const id of ['one', 'two', 'three']) await server.app.request(`/api/nothing/of/${id}@example.org`);
    const metrics = await readMetrics();
    expect(metrics.get(series(`/api/${fetchPackages.path}`, 200))).toBe(2);
    expect([...metrics.keys()].filter((name) => name.includes('example.org'))).toEqual([]);
    expect(metrics.get(series('/api/*', 404))).toBeGreaterThanOrEqual(3);
  });

  test('say how long a payment’s message, its job and the mails it causes wait', async () => {
    const opened = await shop.order();
    await server.drain();
    expect(await shop.webhook(opened, 'paid')).toBe(200);
    await server.clock.advance(10 * minuteMs);
    const waiting = await readMetrics();
    expect(waiting.get('tidemark_unhandled_webhooks')).toBe(1);
    expect(waiting.get('tidemark_unhandled_webhook_oldest_age_seconds')).toBe(600);
    expect(waiting.get('tidemark_queue_due_jobs{queue="handle-provider-event"}')).toBe(1);
    const age = waiting.get('tidemark_queue_oldest_age_seconds{queue="handle-provider-event"}') ?? 0;
    expect(age).toBeGreaterThanOrEqual(600);

    await server.drain();
    const done = await readMetrics();
    expect(done.get('tidemark_unhandled_webhooks')).toBe(0);
    expect(done.get('tidemark_queue_due_jobs{queue="handle-provider-event"}')).toBe(0);
    const completed = 'tidemark_job_duration_seconds_count{queue="handle-provider-event",outcome="completed"}';
    expect(done.get(completed)).toBe(1);
    expect(done.get('tidemark_webhook_lag_seconds_sum')).toBe(600);
    expect(done.get('tidemark_payment_mismatches')).toBe(0);
  });

  test('count unsent mails while the mail server is down, and the runs that fail', async () => {
    const down = await server.another({
      mailer: {
        send: async () => {
          throw new Error('the mail server is down');
        },
      },
    });
    await shop.webhook(await shop.order(), 'paid');
    await down.drain({ allowFailures: true });
    await server.clock.advance(5 * minuteMs);
    const metrics = await readMetrics(down);
    expect(metrics.get('tidemark_unsent_mails')).toBeGreaterThan(0);
    expect(metrics.get('tidemark_unsent_mail_oldest_age_seconds')).toBe(300);
    expect(metrics.get('tidemark_job_duration_seconds_count{queue="send-mail",outcome="failed"}')).toBeGreaterThan(0);
    await server.drain();
    expect((await readMetrics()).get('tidemark_unsent_mails')).toBe(0);
  });

  test('count a day’s payments that don’t match their order', async () => {
    await shop.webhook(await shop.order(), 'paid', { amountCents: 100 });
    await server.drain();
    expect((await readMetrics()).get('tidemark_payment_mismatches')).toBe(1);
    await server.clock.advance(dayMs);
    expect((await readMetrics()).get('tidemark_payment_mismatches')).toBe(0);
  });

  test('sum up how fast pages were for visitors, and accept nothing else from them', async () => {
    const post = (body: unknown) =>
      server.app.request('/api/vitals', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    expect((await post({ route: '/', lcpMs: 1_500, inpMs: 80, cls: 0.02 })).status).toBe(204);
    expect((await post({ route: '/', lcpMs: 2_500 })).status).toBe(204);
    for (const [body, field] of [
      [{ route: '/of/nobody', lcpMs: 1 }, 'route'],
      [{ route: '/admin', lcpMs: 1 }, 'route'],
      [{ route: '/', lcpMs: -1 }, 'lcpMs'],
      [{ route: '/', cls: '0' }, 'cls'],
      ['{', 'report'],
      [`{"route":"/"${' '.repeat(1_024)}}`, 'report'],
    ] as const) {
      const response = await post(body);
      expect(response.status).toBe(422);
      expect(Object.keys((await response.json()).validation_errors)).toEqual([field]);
    }
    const metrics = await readMetrics();
    expect(metrics.get('tidemark_page_lcp_seconds_sum{page="/"}')).toBe(4);
    expect(metrics.get('tidemark_page_lcp_seconds_bucket{le="1.8",page="/"}')).toBe(1);
    expect(metrics.get('tidemark_page_inp_seconds_count{page="/"}')).toBe(1);
    expect(metrics.get('tidemark_page_cls_sum{page="/"}')).toBe(0.02);
    expect([...metrics.keys()].filter((name) => /page="\/(?:of|admin)/.test(name))).toEqual([]);
  });

  test('limit what an address may report', async () => {
    const limited = await startTestApp({ limits: 'on' });
    const post = () => limited.app.request('/api/vitals', { method: 'POST', body: '{"route":"/"}' });
    for (let time = 0; time < 60; time += 1) expect((await post()).status).toBe(204);
    expect((await post()).status).toBe(429);
    await limited.close();
  });

  test('find a ledger transaction that doesn’t come to zero, however it got there', async () => {
    const at = server.clock.now();
    await server.deps.db.transaction().execute(async (trx) => {
      // As someone would who edits tables by hand.
      await sql`set local session_replication_role = replica`.execute(trx);
      const id = newId();
      const row = { id, dedupe_key: id, kind: 'commission-earned', reference: id, at } as const;
      await trx.insertInto('ledger_transaction').values(row).execute();
    });
    expect((await readMetrics()).get('tidemark_ledger_mismatches')).toBe(1);
  });

  test('name the bridge that is silent, only while the market is open', async () => {
    const platform = { ...server.deps.platform, deliversHeartbeats: true };
    const saturday = testStart + 3 * dayMs;
    for (const [at, isOpen] of [
      [testStart, 1],
      [saturday, 0],
    ] as const) {
      const copy = await server.another({ platform, clock: () => new Date(at) });
      await copy.deps.db.deleteFrom('bridge_heartbeat').execute();
      const heartbeats = [
        { platform: 'rithmic', seen_at: new Date(at - 150_000), feed_lag_ms: 250 },
        { platform: 'dxfeed', seen_at: new Date(at - 181_000) },
      ] as const;
      await copy.deps.db
        .insertInto('bridge_heartbeat')
        .values([...heartbeats])
        .execute();
      const metrics = await readMetrics(copy);
      expect(metrics.get('tidemark_bridge_heartbeat_age_seconds{platform="dxfeed"}')).toBe(181);
      expect(metrics.get('tidemark_bridge_feed_lag_seconds{platform="rithmic"}')).toBe(0.25);
      expect(metrics.get('tidemark_bridge_silent{platform="rithmic"}')).toBe(0);
      expect(metrics.get('tidemark_bridge_silent{platform="dxfeed"}')).toBe(isOpen);
      expect(metrics.get('tidemark_market_open')).toBe(isOpen);
    }
  });

  test('still answer while the database doesn’t, without what it said before', async () => {
    const { db } = server.deps;
    const broken = await server.another({
      checkDb: db.withPlugin({
        transformQuery: () => {
          throw new Error('the database is gone');
        },
        transformResult: async ({ result }) => result,
      }),
    });
    const metrics = await readMetrics(broken);
    expect(metrics.get('tidemark_database_up')).toBe(0);
    expect([...metrics.keys()].filter((name) => /mail|queue_|mismatch|bridge/.test(name))).toEqual([]);
    expect(metrics.has('process_resident_memory_bytes')).toBe(true);
  });
});
