import { createHash, createHmac } from 'node:crypto';
import { newId } from '#server/core/deps.ts';
import type { Alerts, OperatorAlert } from './alerts.ts';

const timeoutMs = 5_000;

type Settings = {
  readonly url: string;
  readonly secret: string | undefined;
  /** The site, which sent it. */
  readonly origin: string;
  readonly clock: () => Date;
};

/** The same for an alert on every copy, so that receivers count it once. */
function fingerprint({ name, labels }: OperatorAlert): string {
  const text = JSON.stringify([name, ...Object.entries(labels).toSorted()]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** `deploy/runbooks/queue-stuck.md` for QueueStuck. */
export function runbookOf(name: string): string {
  return `deploy/runbooks/${name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;
}

function writeAlert(alert: OperatorAlert) {
  return {
    status: alert.endsAt === null ? 'firing' : 'resolved',
    labels: { alertname: alert.name, ...alert.labels },
    annotations: { summary: alert.summary, runbook: runbookOf(alert.name) },
    startsAt: alert.startsAt.toISOString(),
    // Alertmanager's own zero time.
    endsAt: alert.endsAt?.toISOString() ?? '0001-01-01T00:00:00Z',
    fingerprint: fingerprint(alert),
  };
}

/** Posts in the format of Alertmanager's webhooks, which on-call services and chats read. */
export function createAlertWebhook({ url, secret, origin, clock }: Settings): Alerts {
  return {
    async send(alerts) {
      const status = alerts.some(({ endsAt }) => endsAt === null) ? 'firing' : 'resolved';
      const commonLabels = { job: 'tidemark' };
      const message = { version: '4', groupKey: 'tidemark', status, receiver: 'tidemark', externalURL: origin };
      const body = JSON.stringify({ ...message, commonLabels, alerts: alerts.map(writeAlert) });
      const headers = { 'Content-Type': 'application/json', ...(secret === undefined ? {} : sign(secret, body)) };
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the alert receiver answered ${response.status}`);
    },
  };

  /** The Standard Webhooks headers. */
  function sign(key: string, body: string): Record<string, string> {
    const [id, seconds] = [newId(), String(Math.floor(clock().getTime() / 1_000))];
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
  }
}
