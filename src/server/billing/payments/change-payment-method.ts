import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { MethodEvent } from '../ports/payments/events.ts';

/** Stores the buyer's new payment method and retries declined charges with it at once. */
export async function changePaymentMethod(
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
  await trx
    .updateTable('bill')
    .set({ next_attempt_at: deps.clock() })
    .where('subscription_id', 'in', ids)
    .where('status', '=', 'open')
    .where('next_attempt_at', 'is not', null)
    .execute();
  for (const id of ids) {
    const actor = `provider:${deps.payments.name}`;
    await deps.jobs.send(trx, 'charge-again', { subscriptionId: id }, { singletonKey: id });
    await writeAudit(deps, trx, actor, 'payment-method-changed', ['subscription', id]);
  }
}
