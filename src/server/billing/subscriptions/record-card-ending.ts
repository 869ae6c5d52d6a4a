import type { Deps } from '#server/core/deps.ts';

/**
 * Stores the last digits of the card that renews a subscription, for its owner. Not part of what saved the card, because
 * the provider must be asked.
 */
export async function recordCardEnding(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await deps.db
    .selectFrom('subscription')
    .select(['payment_provider', 'payment_method'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  if (subscription?.payment_provider !== deps.payments.name || subscription.payment_method === null) return;
  const card_ending = await deps.payments.findCardEnding(subscription.payment_method);
  // Another card may have been saved while the provider was asked; its own job is still to come then.
  await deps.db
    .updateTable('subscription')
    .set({ card_ending })
    .where('id', '=', subscriptionId)
    .where('payment_method', '=', subscription.payment_method)
    .execute();
}
