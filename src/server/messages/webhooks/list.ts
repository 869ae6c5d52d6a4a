import { fromRow } from '#server/core/database/from-row.ts';
import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import { webhookDelivery, webhookEndpoint } from '#shared/messages/contract-webhook-calls.ts';
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
          ...fromRow(webhookEndpoint, endpoint),
          formerSecretUntil: formerUntil !== null && formerUntil > deps.clock() ? formerUntil.getTime() : null,
        }
      : null,
    deliveries: rows.map((row) => fromRow(webhookDelivery, row)),
  };
}
