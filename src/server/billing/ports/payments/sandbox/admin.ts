import { randomUUID } from 'node:crypto';
import { changeRow } from '#server/core/database/rows.ts';
import type { Db, Jobs, Trx } from '#server/core/deps.ts';
import { writeMessage } from './messages.ts';
import { openRefunds } from './refunds.ts';
import { signatureHeader, signBody } from './signature.ts';
import type { Delivery, Outcome, SandboxAdmin, SandboxPayment, SettleOptions, WebhookMessage } from './types.ts';

export type AdminOptions = {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly secret: Buffer;
  readonly webhookUrl: string;
  readonly fetch: typeof fetch;
};

const lateSeconds = 30;
const answerTimeoutMs = 10_000;

const undecided: readonly SandboxPayment['status'][] = ['open', 'authenticating', 'declined'];

/** Statuses from which each outcome is possible: a declined card can be retried; paid and canceled are final. */
const allowedFrom: Readonly<Record<Outcome, readonly SandboxPayment['status'][]>> = {
  processing: undecided,
  paid: [...undecided, 'processing'],
  'requires-authentication': ['open', 'declined'],
  declined: [...undecided, 'processing'],
  canceled: undecided,
  expired: undecided,
  disputed: ['paid'],
  'dispute-won': ['disputed'],
  'dispute-lost': ['disputed'],
};

const statusAfter: Readonly<Record<Outcome, SandboxPayment['status']>> = {
  processing: 'processing',
  paid: 'paid',
  'requires-authentication': 'authenticating',
  declined: 'declined',
  canceled: 'canceled',
  expired: 'expired',
  disputed: 'disputed',
  'dispute-won': 'won',
  'dispute-lost': 'lost',
};

/** Steps on the payment page, which expires; the other steps are possible at any time. */
const pageOutcomes: ReadonlySet<Outcome> = new Set([
  'processing',
  'paid',
  'requires-authentication',
  'declined',
  'canceled',
]);

/** Delays in seconds before each delivery. */
const deliveryDelays: Readonly<Record<Delivery, readonly number[]>> = {
  normal: [0],
  twice: [0, 0],
  late: [lateSeconds],
  before: [],
  never: [],
};

export function openAdmin({ db, jobs, clock, secret, webhookUrl, fetch }: AdminOptions): SandboxAdmin {
  async function find(paymentId: string): Promise<SandboxPayment | undefined> {
    const row = await db.selectFrom('sandbox_payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
    return row && isUndecided(row) && row.expires_at <= clock() ? { ...row, status: 'expired' } : row;
  }

  async function deliver({ paymentId, eventId, type, amountCents, refunds }: WebhookMessage): Promise<void> {
    const payment = await find(paymentId);
    if (!payment) return;
    const reported = amountCents === undefined ? payment : { ...payment, amount_cents: amountCents };
    const body = writeMessage(eventId, type, reported, clock(), refunds);
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [signatureHeader]: signBody(secret, body, clock()) },
      body,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}`);
  }

  async function send(trx: Trx, message: WebhookMessage, delivery: Delivery): Promise<void> {
    for (const startAfterSeconds of deliveryDelays[delivery]) {
      await jobs.send(trx, 'sandbox-webhook', message, startAfterSeconds ? { startAfterSeconds } : {});
    }
  }

  async function settle(
    paymentId: string,
    outcome: Outcome,
    delivery: Delivery,
    { renewals, card, amountCents }: SettleOptions = {},
  ) {
    // A question from the bank isn't a decision yet.
    const message =
      outcome === 'requires-authentication'
        ? undefined
        : ({
            paymentId,
            eventId: `evt_${randomUUID()}`,
            type: outcome,
            ...(amountCents !== undefined && { amountCents }),
          } as const);
    const settled = await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('sandbox_payment')
        .set({ status: statusAfter[outcome], ...(renewals && { renewals }), ...(card && { card }) })
        .where('id', '=', paymentId)
        .where('status', 'in', allowedFrom[outcome])
        .$if(pageOutcomes.has(outcome), (query) =>
          query.where((eb) => eb.or([eb('expires_at', '>', clock()), eb('status', '=', 'processing')])),
        )
        .returning('id')
        .executeTakeFirst();
      if (!row) return false;
      if (message !== undefined) await send(trx, message, delivery);
      return true;
    });
    // Delivered only once: if it fails, the webhook never arrives.
    if (settled && message && delivery === 'before') await deliver(message).catch(() => undefined);
    return find(paymentId);
  }

  async function changeCard(paymentId: string, renewals: SandboxPayment['renewals']) {
    const message = { paymentId, eventId: `evt_${randomUUID()}`, type: 'method-changed' } as const;
    await db.transaction().execute(async (trx) => {
      const changed = await changeRow(trx, 'sandbox_payment', paymentId, { renewals }, ['id']);
      if (changed) await jobs.send(trx, 'sandbox-webhook', message);
    });
    return find(paymentId);
  }

  return { find, settle, changeCard, deliver, ...openRefunds({ db, send, find }) };
}

function isUndecided(payment: SandboxPayment): boolean {
  return payment.method === null && undecided.includes(payment.status);
}
