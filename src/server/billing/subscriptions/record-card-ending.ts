import { findRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/**
 * Stores the last digits of the card that renews a subscription, for its owner. Not part of what saved the card, because
 * the provider must be asked.
 */
export async function recordCardEnding(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await findRow(deps.db, 'subscription', subscriptionId, ['payment_provider', 'payment_method']);
  if (subscription?.payment_provider !== deps.payments.name || subscription.payment_method === null) return;
  const card_ending = await deps.payments.findCardEnding(subscription.payment_method);
  // Another card may have been saved while the provider was asked; its own job is still to come then.
  await updateRow(
    deps.db,
    'subscription',
    { id: subscriptionId, payment_method: subscription.payment_method },
    { card_ending },
  );
}
