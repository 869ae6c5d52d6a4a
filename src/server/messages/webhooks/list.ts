import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchWebhooks } from '#shared/people/contract-webhooks.ts';
import { columnsOf, type Recipient } from './outbox.ts';

const maxShown = 50;

/** Someone's endpoint, without its secret, and the newest messages. */
export async function listMessages(deps: Deps, recipient: Recipient): Promise<DataOf<typeof fetchWebhooks>> {
  const endpoint = await findRow(deps.db, 'affiliate_endpoint', columnsOf(recipient));
  const rows = await listRows(deps.db, 'postback', columnsOf(recipient), undefined, {
    orderBy: ['created_at desc', 'id'],
    limit: maxShown,
  });
  const formerUntil = endpoint?.former_until ?? null;
  return {
    endpoint: endpoint
      ? {
          url: endpoint.url,
          createdAt: endpoint.created_at.getTime(),
          rotatedAt: endpoint.rotated_at?.getTime() ?? null,
          formerSecretUntil: formerUntil !== null && formerUntil > deps.clock() ? formerUntil.getTime() : null,
        }
      : null,
    deliveries: rows.map((row) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at.getTime(),
      status: row.status,
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
      lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
      statusCode: row.status_code,
      failure: row.failure,
      body: row.body,
    })),
  };
}
