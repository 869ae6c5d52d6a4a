import type { Selectable } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { atMost, below, changeRow, deleteRows, findRow, listRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { retention } from '#shared/core/retention.ts';
import { fillMacros, macrosOf, nextAttemptAt } from '#shared/messages/webhook.ts';
import { columnsOf, type Recipient } from './outbox.ts';
import { decryptSecret } from './secret.ts';
import { signWebhook, webhookHeaders } from './sign.ts';

/** Longer than an attempt takes. If a process dies during one, the next run tries again with the same id. */
const leaseMs = 60_000;
const batchSize = 100;

/** Makes one attempt to send a message that is due; only one process at a time does. */
export async function sendWebhook(deps: Deps, postbackId: string): Promise<void> {
  const now = deps.clock();
  const claimed = await changeRow(
    deps.db,
    'postback',
    { id: postbackId, status: 'waiting', next_attempt_at: atMost(now) },
    (eb) => ({
      attempts: eb('attempts', '+', 1),
      last_attempt_at: now,
      next_attempt_at: new Date(now.getTime() + leaseMs),
    }),
  );
  if (!claimed) return;
  const recipient = { audience: claimed.audience, personId: claimed.affiliate_id };
  const endpoint = await findRow(deps.db, 'affiliate_endpoint', columnsOf(recipient));
  // The endpoint has been removed, and its messages with it.
  if (!endpoint) return;
  const { statusCode, failure } = await deps.postbacks.send(buildRequest(deps, recipient, claimed, endpoint));
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const nextAt = isDelivered ? null : nextAttemptAt(claimed.attempts, now.getTime());
  await updateRow(
    deps.db,
    'postback',
    { id: claimed.id, attempts: claimed.attempts },
    {
      status: isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting',
      next_attempt_at: nextAt === null ? null : new Date(nextAt),
      status_code: statusCode,
      failure,
    },
  );
}

/** A signed POST, or a GET if the address has macros; a tracker checks a token in the address instead. */
function buildRequest(
  deps: Deps,
  recipient: Recipient,
  { id, body }: { readonly id: string; readonly body: string },
  { url, secret, former_secret: former, former_until: formerUntil }: Selectable<Database['affiliate_endpoint']>,
): Parameters<Deps['postbacks']['send']>[0] {
  if (macrosOf(url).length > 0) {
    const { data, ...message } = JSON.parse(body) as { data: { amount_cents?: number } };
    const { amount_cents: cents } = data;
    const amount = cents === undefined ? {} : { amount: (cents / 100).toFixed(2) };
    const filled = fillMacros(url, { id, ...message, ...data, ...amount });
    return { method: 'GET', url: filled, headers: webhookHeaders(id), body: '' };
  }
  const sentAt = deps.clock();
  const secrets = [secret, ...(former !== null && formerUntil !== null && formerUntil > sentAt ? [former] : [])];
  const headers = signWebhook(
    { id, sentAt, body },
    secrets.map((each) => decryptSecret(deps, recipient, each)),
  );
  return { method: 'POST', url, headers, body };
}

/** Enqueues every message whose next attempt is due, and deletes old ones. */
export async function sendDueWebhooks(deps: Deps): Promise<void> {
  const now = deps.clock();
  const due = await listRows(deps.db, 'postback', { status: 'waiting', next_attempt_at: atMost(now) }, ['id'], {
    orderBy: 'next_attempt_at',
    limit: batchSize,
  });
  for (const { id } of due) {
    await deps.jobs.send(deps.db, 'send-postback', { postbackId: id }, { singletonKey: id });
  }
  await deleteRows(deps.db, 'postback', { created_at: below(new Date(now.getTime() - retention.webhookDays * dayMs)) });
}
