import type { StoredAccount } from '#server/accounts/tables.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { cancelLocked } from './cancel.ts';
import { listDataUsers } from './data-users.ts';

type Owner = Pick<StoredAccount, 'person_id' | 'platform'>;

/**
 * Cancels a person's paid market data on a platform once no account there can use it; it runs to the end of its paid
 * period. Only for accounts that ended for inactivity, or whose owner canceled after being warned of it. Anyone else
 * who cancels an account decides about the data themselves.
 */
export async function cancelUnusedData(deps: Deps, trx: Trx, owner: Owner): Promise<void> {
  const { person_id: personId, platform } = owner;
  // Locked before the accounts are counted, so that if two end at once, the second sees the first.
  const subscriptions = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('person_id', '=', personId)
    .where('platform', '=', platform)
    .where('kind', '=', 'market-data')
    .where('amount_cents', '>', 0)
    .where('renews', '=', true)
    .where('canceled_at', 'is', null)
    .where('status', '<>', 'ended')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (subscriptions.length === 0 || (await listDataUsers(trx, owner)).length > 0) return;
  const person = await trx
    .selectFrom('person')
    .select(['email', 'first_name', 'locale'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  for (const subscription of subscriptions) {
    const endsAt = await cancelLocked(deps, trx, subscription, 'system');
    await queueMail(deps, trx, {
      dedupeKey: `market-data-stopped:${subscription.id}`,
      recipient: person.email,
      locale: person.locale,
      template: 'market-data-stopped',
      values: { firstName: person.first_name, name: subscription.name, endsAt },
    });
  }
}
