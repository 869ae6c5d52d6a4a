import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { noteBackup } from '#server/core/database/backup/last-backup.ts';
import { readCertificates } from '#server/core/health/certificate.ts';
import { createAlertWatch } from '#server/monitoring/alerts/watch.ts';
import { factGauges } from '#server/monitoring/gauges.ts';
import type { Alerts, OperatorAlert } from '#server/monitoring/ports/alerts/alerts.ts';
import { createAlertWebhook, runbookOf } from '#server/monitoring/ports/alerts/webhook.ts';
import { dashboard, prometheusRules } from '#tools/observability.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeCertificate } from '../support/proxy.ts';
import { shopOn } from '../support/shop.ts';

const rules = prometheusRules.groups.flatMap((group) => group.rules);
const metricsToken = 'the-token-of-a-prometheus-in-tests';

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp({ environment: { METRICS_TOKEN: metricsToken }, limits: 'on' });
});

afterEach(() => server.close());

describe('the rules for Prometheus', () => {
  test('and the dashboard use only metrics that the server has', async () => {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const text = await (await server.app.request('/api/metrics', { headers })).text();
    const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    // Prometheus’ own, of each target.
    exported.add('up');
    const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    const used = expressions.flatMap((expr) => expr.match(/\b(?:tidemark|nodejs|process)_\w+|\bup\b/g) ?? []);
    expect(expressions.filter((expr) => !/\b(?:tidemark|nodejs|process)_\w+|\bup\b/.test(expr))).toEqual([]);
    const missing = used.filter((name) => !exported.has(name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(missing).toEqual([]);
    expect(Object.keys(factGauges).filter((name) => !exported.has(name))).toEqual([]);
  });

  test('each have a runbook with the same three questions, and no runbook is left over', () => {
    expect(rules.map(({ annotations }) => annotations.runbook).toSorted()).toEqual(
      readdirSync('deploy/runbooks')
        .map((name) => `deploy/runbooks/${name}`)
        .toSorted(),
    );
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(runbookOf(alert));
      const text = readFileSync(annotations.runbook, 'utf8');
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual([alert, 'What it means', 'How to look', 'What to do']);
    }
  });

  test('each fault in the manual names an alert, and the test that causes it also looks for the alert', () => {
    const manual = readFileSync('deploy/README.md', 'utf8');
    const rows = [...manual.matchAll(/^\|([^|]+)\|((?: `[A-Z]\w+`,?)+) \|((?: `tests\/[^`]+`,?)+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    const quoted = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const [, fault, alerts, files] of rows)
      for (const alert of quoted(alerts)) {
        expect(rules.map((rule) => rule.alert)).toContain(alert);
        for (const file of quoted(files)) {
          const looks = new RegExp(`startOperator\\([^)]*'${alert}'|['\`]${alert}[^'\`]* fires|alert: '${alert}'`);
          expect(readFileSync(file, 'utf8'), `${fault} in ${file}`).toMatch(looks);
        }
      }
  });

  test('read what the database says as the server itself does, each queue and platform by itself', () => {
    const facts = prometheusRules.groups.find(({ name }) => name === 'facts')?.rules ?? [];
    expect(facts.map(({ alert, expr, for: duration, labels }) => [alert, expr, duration, labels.severity])).toEqual([
      ['DatabaseDown', 'tidemark_database_up < 1', '1m', 'page'],
      ['QueueStuck', 'max by (queue) (tidemark_queue_oldest_age_seconds) > 600', '5m', 'page'],
      ['JobsGaveUp', 'max by (queue) (tidemark_jobs_gave_up) > 0', '0m', 'ticket'],
      ['MailStuck', 'max(tidemark_unsent_mail_oldest_age_seconds) > 900', '5m', 'page'],
      ['CodesLate', 'max(tidemark_unsent_code_oldest_age_seconds) > 120', '0m', 'page'],
      ['WebhooksStuck', 'max(tidemark_unhandled_webhook_oldest_age_seconds) > 600', '2m', 'page'],
      ['PaymentMismatch', 'max(tidemark_payment_mismatches) > 0', '0m', 'ticket'],
      ['LedgerMismatch', 'max(tidemark_ledger_mismatches) > 0', '0m', 'page'],
      ['BalanceDifferences', 'max(tidemark_balance_differences) > 10', '15m', 'ticket'],
      ['BridgeSilent', 'max by (platform) (tidemark_bridge_silent) > 0', '1m', 'page'],
      ['BackupOld', 'max(tidemark_backup_age_seconds) > 93600', '0m', 'ticket'],
      ['LogArchiveFailing', 'max(tidemark_log_archive_failing) > 0', '5m', 'page'],
      ['CertificateEnding', 'min by (host) (tidemark_certificate_left_seconds) < 864000', '5m', 'ticket'],
    ]);
  });
});

describe('the server’s own alerts', () => {
  /** A receiver that keeps what it was sent, and can be down. */
  function startReceiver() {
    const sent: string[] = [];
    const state = { isDown: false };
    const alerts: Alerts = {
      async send(changed) {
        if (state.isDown) throw new Error('no connection');
        sent.push(
          ...changed
            .filter(({ name }) => name !== 'Watchdog')
            .map(({ name, labels, endsAt }) =>
              [name, ...Object.values(labels), endsAt === null ? 'fires' : 'is over'].join(' '),
            ),
        );
      },
    };
    return { sent, state, watch: createAlertWatch(server.deps, alerts), alerts };
  }

  test('come once a condition has lasted long enough, once for all copies, and again when it is over', async () => {
    const { sent, watch, alerts } = startReceiver();
    const otherCopy = createAlertWatch(server.deps, alerts);
    const checkBoth = async () => {
      await watch.check();
      await otherCopy.check();
    };
    await checkBoth();
    const shop = shopOn(server);
    const opened = await shop.order();
    await server.drain();
    await shop.webhook(opened, 'paid');
    await server.clock.advance(10 * minuteMs + 1_000);
    await checkBoth();
    expect(sent).toEqual([]);
    await server.clock.advance(2 * minuteMs);
    await checkBoth();
    await checkBoth();
    expect(sent).toEqual(['WebhooksStuck fires']);
    await server.clock.advance(3 * minuteMs);
    await checkBoth();
    expect(sent).toEqual(['WebhooksStuck fires', 'QueueStuck handle-provider-event fires']);
    await server.drain();
    await checkBoth();
    expect(sent).toHaveLength(2);
    await server.clock.advance(5 * minuteMs);
    await checkBoth();
    expect(sent.slice(2).toSorted()).toEqual(['QueueStuck handle-provider-event is over', 'WebhooksStuck is over']);
    await checkBoth();
    expect(sent).toHaveLength(4);
  });

  test('are sent again until the receiver has accepted them', async () => {
    const { sent, state, watch } = startReceiver();
    const shop = shopOn(server);
    await shop.webhook(await shop.order(), 'paid', { amountCents: 100 });
    await server.drain();
    state.isDown = true;
    await watch.check();
    await watch.check();
    expect(sent).toEqual([]);
    state.isDown = false;
    await watch.check();
    await watch.check();
    expect(sent).toEqual(['PaymentMismatch fires']);
  });

  /** A watch whose database can be gone. */
  function startWatch(alerts: Alerts) {
    const database = { isDown: false };
    const checkDb = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        if (database.isDown) throw new Error('the database is gone');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const watch = createAlertWatch({ ...server.deps, checkDb }, alerts);
    const checkFor = async (minutes: number) => {
      for (let half = 0; half < minutes * 2; half += 1) {
        await server.clock.advance(minuteMs / 2);
        await watch.check();
      }
    };
    return { database, checkFor };
  }

  test('say that the database is down, when nothing else can, at the third time too', async () => {
    const { sent, alerts } = startReceiver();
    const { database, checkFor } = startWatch(alerts);
    for (let outage = 1; outage <= 3; outage += 1) {
      database.isDown = true;
      await checkFor(2);
      expect(sent).toHaveLength(outage * 2 - 1);
      database.isDown = false;
      await checkFor(6);
      expect(sent.slice(-2)).toEqual(['DatabaseDown fires', 'DatabaseDown is over']);
      expect(sent).toHaveLength(outage * 2);
    }
  });

  test('tell of a condition that comes and goes once, with how often it came back', async () => {
    const told: string[] = [];
    const send: Alerts['send'] = async (changed) => {
      told.push(...changed.filter(({ name }) => name !== 'Watchdog').map(({ summary }) => summary));
    };
    const { database, checkFor } = startWatch({ send });
    for (let times = 0; times < 10; times += 1) {
      database.isDown = true;
      await checkFor(0.5);
      database.isDown = false;
      await checkFor(0.5);
    }
    expect(told).toEqual([expect.stringMatching(/^The database doesn’t answer\. It has come back 3 times since 20/)]);
    await checkFor(6);
    expect(told).toHaveLength(2);
  });

  test.each<[string, (minute: number) => readonly [calls: number, failed: number], number | null]>([
    ['one failed call on a quiet site wakes nobody', (minute) => (minute === 10 ? [1, 1] : [0, 0]), null],
    ['nor does one every ten minutes', (minute) => [1, Number(minute % 10 === 0)], null],
    ['nor do the first two of a new copy', (minute) => (minute === 1 ? [2, 2] : [0, 0]), null],
    ['when every caller fails, three calls are enough', (minute) => (minute % 4 === 0 ? [1, 1] : [0, 0]), 17],
    ['one in a hundred on a busy site wakes nobody', () => [6_000, 60], null],
    ['three in a hundred do', () => [6_000, 180], 6],
  ])('about failing calls: %s', async (_, traffic, toldAt) => {
    const { sent, alerts } = startReceiver();
    const { checkFor } = startWatch(alerts);
    const { load } = server.deps;
    await checkFor(0.5);
    for (let minute = 1; minute <= 45; minute += 1) {
      const [calls, failed] = traffic(minute);
      load.calls += calls;
      load.failed += failed;
      await checkFor(1);
      expect(sent, `minute ${minute}`).toHaveLength(Number(toldAt !== null && minute >= toldAt));
    }
  });

  test('come every five minutes from the watchdog, so that silence is noticed, also without a database', async () => {
    const beats: string[] = [];
    const send: Alerts['send'] = async (changed) => {
      beats.push(...changed.filter(({ name }) => name === 'Watchdog').map(({ startsAt }) => startsAt.toISOString()));
    };
    const { database, checkFor } = startWatch({ send });
    await checkFor(30);
    expect(beats).toHaveLength(6);
    database.isDown = true;
    await checkFor(30);
    expect(beats).toHaveLength(12);
    expect(new Set(beats).size).toBe(1);
  });

  test('outlive the process that told of them', async () => {
    const { sent, watch, alerts } = startReceiver();
    const shop = shopOn(server);
    await shop.webhook(await shop.order(), 'paid', { amountCents: 100 });
    await server.drain();
    await watch.check();
    const restarted = createAlertWatch(server.deps, alerts);
    await restarted.check();
    expect(sent).toEqual(['PaymentMismatch fires']);
    await server.clock.advance(25 * 60 * minuteMs);
    await restarted.check();
    await server.clock.advance(5 * minuteMs);
    await restarted.check();
    expect(sent).toEqual(['PaymentMismatch fires', 'PaymentMismatch is over']);
  });

  test('say of each copy why it can’t serve visitors', async () => {
    const { sent, alerts } = startReceiver();
    const { checkFor } = startWatch(alerts);
    server.deps.clockSkew.ms = 600_000;
    await checkFor(3);
    expect(sent).toEqual([`NotReady ${hostname()} clock fires`]);
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const metrics = await (await server.app.request('/api/metrics', { headers })).text();
    expect(metrics).toContain('tidemark_not_ready{check="clock"} 1');
    server.deps.clockSkew.ms = 0;
    await checkFor(6);
    expect(sent).toHaveLength(2);
  });

  test('say that the last backup is old, until there is a new one', async () => {
    const { sent, alerts } = startReceiver();
    const { checkFor } = startWatch(alerts);
    await checkFor(1);
    const [{ db }, id] = [server.deps, 'last-backup'];
    await db.insertInto('installation_key').values({ id, value: '2026-03-01T00:00:00Z' }).execute();
    await checkFor(1);
    expect(sent).toEqual(['BackupOld fires']);
    await noteBackup(db);
    await checkFor(6);
    expect(sent).toEqual(['BackupOld fires', 'BackupOld is over']);
  });

  test('say of a certificate that ends within ten days which host it is of', async () => {
    const { folder, clean } = makeCertificate('localhost');
    onTestFinished(clean);
    const read = (name: string) => readFileSync(join(folder, name));
    const site = createSecureServer({ key: read('privkey.pem'), cert: read('fullchain.pem') });
    await new Promise<void>((ready) => site.listen(0, ready));
    onTestFinished(() => void site.close());
    const address = site.address();
    const host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
    const { sent, alerts } = startReceiver();
    const env = { ...server.deps.env, origin: `https://${host}` };
    const watch = createAlertWatch({ ...server.deps, env }, alerts);
    await watch.check();
    await server.clock.advance(5 * minuteMs);
    await watch.check();
    expect(sent).toEqual([`CertificateEnding ${host} fires`]);
    // openssl made it for two days.
    expect([...(await readCertificates(env.origin)).values()]).toEqual([expect.closeTo(2 * 86_400, -2)]);
    expect(await readCertificates('https://localhost:1')).toEqual(new Map());
  });

  test('arrive in Alertmanager’s format, signed, and a receiver’s error is one', async () => {
    const secret = 'a secret that both sides know';
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    let status = 200;
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void receiver.close());
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/alerts`;
    const at = new Date('2026-11-27T09:00:00Z');
    const webhook = createAlertWebhook({ url, secret, origin: 'https://tidemark.example', clock: () => at });
    const alert: OperatorAlert = {
      ...{ name: 'QueueStuck', labels: { queue: 'send-mail' }, summary: 'Jobs wait.', startsAt: at, endsAt: null },
    };
    await webhook.send([alert]);
    await webhook.send([{ ...alert, endsAt: at }]);
    const [first, second] = received.map(({ body }) => JSON.parse(body));
    expect(first).toMatchObject({
      version: '4',
      status: 'firing',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'QueueStuck', queue: 'send-mail' },
          annotations: { summary: 'Jobs wait.', runbook: 'deploy/runbooks/queue-stuck.md' },
          startsAt: '2026-11-27T09:00:00.000Z',
          endsAt: '0001-01-01T00:00:00Z',
        },
      ],
    });
    expect(second).toMatchObject({ status: 'resolved', alerts: [{ fingerprint: first.alerts[0].fingerprint }] });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signed = `${headers['webhook-id']}.${at.getTime() / 1_000}.${body}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    status = 500;
    await expect(webhook.send([alert])).rejects.toThrow('the alert receiver answered 500');
  });
});
