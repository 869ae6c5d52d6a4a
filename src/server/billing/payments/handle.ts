import type { Deps } from '#server/core/deps.ts';
import type { ProviderEvent } from '../ports/payments/events.ts';
import { applyPaymentEvent } from './apply.ts';
import { changePaymentMethod } from './change-payment-method.ts';

/** Applies a stored message and marks it as handled in one transaction, so that a second run does nothing. */
export async function handleProviderEvent(deps: Deps, eventId: string): Promise<void> {
  const lagMs = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('provider_event')
      .selectAll()
      .where('id', '=', eventId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.handled_at !== null) return null;
    // The column holds what `receiveWebhook` stored.
    const event = row.payload as ProviderEvent;
    if (event.type === 'method-changed') await changePaymentMethod(deps, trx, event);
    else await applyPaymentEvent(deps, trx, event);
    const handledAt = deps.clock();
    await trx.updateTable('provider_event').set({ handled_at: handledAt }).where('id', '=', eventId).execute();
    return handledAt.getTime() - row.received_at.getTime();
  });
  if (lagMs !== null) deps.telemetry.recordWebhook(lagMs);
}
