import { isNotNull, lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { MethodEvent, ProviderEvent } from '../ports/payments/events.ts';
import { applyPaymentEvent } from './apply.ts';

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

/** Stores the buyer's new payment method and retries declined charges with it at once. */
async function changePaymentMethod(
  deps: Deps,
  trx: Trx,
  { method, subscriptionId }: Pick<MethodEvent, 'method' | 'subscriptionId'>,
): Promise<void> {
  const changed = await trx
    .updateTable('subscription')
    .set({ payment_method: method })
    .where('status', '<>', 'ended')
    .where('payment_provider', '=', deps.payments.name)
    .where((eb) =>
      eb.or([
        eb('payment_method', '=', method),
        eb.and([eb('id', '=', subscriptionId), eb('payment_method', 'is', null)]),
      ]),
    )
    .returning('id')
    .execute();
  const ids = changed.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const subscriptionId of ids) await deps.jobs.send(trx, 'record-card-ending', { subscriptionId });
  await updateRow(
    trx,
    'bill',
    { subscription_id: ids, status: 'open', next_attempt_at: isNotNull },
    { next_attempt_at: deps.clock() },
  );
  for (const id of ids) {
    const actor = `provider:${deps.payments.name}`;
    await deps.jobs.send(trx, 'charge-again', { subscriptionId: id }, { singletonKey: id });
    await writeAudit(deps, trx, actor, 'payment-method-changed', ['subscription', id]);
  }
}
