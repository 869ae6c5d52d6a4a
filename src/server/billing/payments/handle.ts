import { lockRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { ProviderEvent } from '../ports/payments/events.ts';
import { applyPaymentEvent } from './apply.ts';
import { changePaymentMethod } from './change-payment-method.ts';

/** Applies a stored message and marks it as handled in one transaction, so that a second run does nothing. */
export async function handleProviderEvent(deps: Deps, eventId: string): Promise<void> {
  const lagMs = await deps.db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, 'provider_event', eventId);
    if (!row || row.handled_at !== null) return null;
    // The column holds what `receiveWebhook` stored.
    const event = row.payload as ProviderEvent;
    if (event.type === 'method-changed') await changePaymentMethod(deps, trx, event);
    else await applyPaymentEvent(deps, trx, event);
    const handledAt = deps.clock();
    await updateRow(trx, 'provider_event', eventId, { handled_at: handledAt });
    return handledAt.getTime() - row.received_at.getTime();
  });
  if (lagMs !== null) deps.telemetry.recordWebhook(lagMs);
}
