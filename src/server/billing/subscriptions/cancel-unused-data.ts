import type { StoredAccount } from '#server/accounts/tables.ts';
import { getRow, listRows, not } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { cancelLocked } from './cancel.ts';
import { listDataUsers } from './data-users.ts';

type Owner = Pick<StoredAccount, 'person_id' | 'platform'>;

/**
 * Cancels a person's paid market data on a platform once no account there can use it, and tells them; it runs to the end
 * of its paid period.
 */
export async function cancelUnusedData(deps: Deps, trx: Trx, owner: Owner): Promise<void> {
  const { person_id: personId, platform } = owner;
  // Locked before the accounts are counted, so that if two end at once, the second sees the first.
  const subscriptions = await listRows(
    trx,
    'subscription',
    { person_id: personId, platform, kind: 'market-data', status: not('ended') },
    undefined,
    { orderBy: 'id', lock: true },
  );
  for (const subscription of subscriptions) await stopUnusedData(deps, trx, subscription);
}

/**
 * Cancels locked market data that is charged although no account can use it.
 * @returns whether it was canceled
 */
export async function stopUnusedData(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<boolean> {
  const { kind, amount_cents: amountCents, renews, canceled_at: canceledAt, person_id: personId } = subscription;
  if (kind !== 'market-data' || amountCents === 0 || !renews || canceledAt !== null) return false;
  if ((await listDataUsers(trx, subscription)).length > 0) return false;
  const person = await getRow(trx, 'person', personId, ['email', 'first_name', 'locale']);
  const endsAt = await cancelLocked(deps, trx, subscription, 'system');
  await queueMail(deps, trx, person, 'market-data-stopped', `market-data-stopped:${subscription.id}`, {
    name: subscription.name,
    endsAt,
  });
  return true;
}
