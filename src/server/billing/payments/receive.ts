import { insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/**
 * Stores a provider's message once by its id, together with the job that handles it, and replies without waiting.
 * @throws {ServiceError} 400 for a wrong or outdated signature
 */
export async function receiveWebhook(deps: Deps, rawBody: string, headers: Headers): Promise<void> {
  const event = await deps.payments.readWebhook(rawBody, headers);
  if (!event) return;
  await deps.db.transaction().execute(async (trx) => {
    const isStored = await insertOnce(trx, 'provider_event', {
      id: event.eventId,
      provider: deps.payments.name,
      type: event.type,
      order_id: 'orderId' in event ? event.orderId : null,
      payload: JSON.stringify(event),
      received_at: deps.clock(),
    });
    if (isStored) await deps.jobs.send(trx, 'handle-provider-event', { eventId: event.eventId });
  });
}
