import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { minuteMs } from '#lib/durations.ts';
import type { Alerts, OperatorAlert } from '#server/core/ports/alerts/alerts.ts';
import { createAlertWebhook, runbookOf } from '#server/core/ports/alerts/webhook.ts';
import { alertRules, databaseRule } from '#server/monitoring/alerts/rules.ts';
import { createAlertWatch } from '#server/monitoring/alerts/watch.ts';
import { factGauges } from '#server/monitoring/gauges.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shopOn } from '../support/shop.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

const rulesPath = 'deploy/observability/alerts.yaml';
const { groups } = parse(readFileSync(rulesPath, 'utf8')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
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
    const { panels } = JSON.parse(readFileSync('deploy/observability/dashboard.json', 'utf8')) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
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
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(runbookOf(alert));
      const text = readFileSync(annotations.runbook, 'utf8');
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual([alert, 'What it means', 'How to look', 'What to do']);
      const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
      expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    }
  });

  test('are, for what the database says, those that the server itself judges', () => {
    const own = alertRules.map(({ name, metric, above, forMinutes, summary }) => {
      const { label } = factGauges[metric];
      const series = label === undefined ? `max(${metric})` : `max by (${label}) (${metric})`;
      return { alert: name, expr: `${series} > ${above}`, for: `${forMinutes}m`, summary };
    });
    const { name, forMinutes, summary } = databaseRule;
    const database = { alert: name, expr: 'tidemark_database_up < 1', for: `${forMinutes}m`, summary };
    const facts = groups.find((group) => group.name === 'facts')?.rules ?? [];
    expect(
      facts.map(({ alert, expr, for: duration, annotations }) => ({
        ...{ alert, expr, for: duration, summary: annotations.summary },
      })),
    ).toEqual([database, ...own]);
  });

  const promtool = spawnSync('promtool', ['check', 'rules', rulesPath], { encoding: 'utf8' });

  // Without Debian’s package prometheus, only the tests above read the rules.
  test.runIf(promtool.error === undefined)('are ones that promtool understands', () => {
    expect(promtool.stdout + promtool.stderr).toContain(`${rules.length} rules found`);
    expect(promtool.status).toBe(0);
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
          ...changed.map(({ name, labels, endsAt }) =>
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

  test('say that the database is down, when nothing else can', async () => {
    const { sent, alerts } = startReceiver();
    let isDown = true;
    const checkDb = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isDown) throw new Error('the database is gone');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const watch = createAlertWatch({ ...server.deps, checkDb }, alerts);
    await watch.check();
    await server.clock.advance(minuteMs);
    await watch.check();
    expect(sent).toEqual(['DatabaseDown fires']);
    isDown = false;
    await watch.check();
    expect(sent).toEqual(['DatabaseDown fires', 'DatabaseDown is over']);
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
          endsAt: '1970-01-01T00:00:00.000Z',
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
