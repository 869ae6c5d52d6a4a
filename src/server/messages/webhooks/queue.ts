import { findRow, insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { WebhookType } from '#shared/messages/webhook.ts';
import { columnsOf, type Recipient } from './outbox.ts';

type NewWebhook = Recipient & {
  /** At most one message per key. */
  readonly dedupeKey: string;
  readonly type: WebhookType;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Stores a message for someone with an endpoint and enqueues its first attempt, in the caller's transaction.
 * @returns its id; null without an endpoint or for a known key
 */
export async function queueWebhook(
  deps: Deps,
  trx: Trx,
  { dedupeKey, type, data, ...recipient }: NewWebhook,
): Promise<string | null> {
  const endpoint = await findRow(trx, 'affiliate_endpoint', columnsOf(recipient), ['affiliate_id']);
  if (!endpoint) return null;
  const now = deps.clock();
  const id = `msg_${newId()}`;
  const isStored = await insertOnce(trx, 'postback', {
    id,
    ...columnsOf(recipient),
    dedupe_key: dedupeKey,
    type,
    body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
    created_at: now,
    next_attempt_at: now,
  });
  if (!isStored) return null;
  await deps.jobs.send(trx, 'send-postback', { postbackId: id }, { singletonKey: id });
  return id;
}
