import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret in the Standard Webhooks format: `whsec_` and Base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Sent with every message; the id is the same on every attempt. */
export function webhookHeaders(id: string): Record<string, string> {
  return { 'user-agent': 'Tidemark-Postbacks/1', 'webhook-id': id };
}

type Message = { readonly id: string; readonly sentAt: Date; readonly body: string };

/** The Standard Webhooks headers, with one signature for each valid secret. */
export function signWebhook({ id, sentAt, body }: Message, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    ...webhookHeaders(id),
    'content-type': 'application/json',
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
