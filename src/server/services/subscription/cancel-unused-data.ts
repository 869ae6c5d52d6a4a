import type { StoredAccount } from '../../db/schema.ts';
import type { Deps, Trx } from '../../deps.ts';
import { queueMail } from '../mail/queue.ts';
import { cancelLocked } from './cancel.ts';
import { usesData } from './ends-untraded.ts';

type Owner = Pick<StoredAccount, 'person_id' | 'platform'>;

/**
 * Cancels the market data that a person pays for on a platform once no account there can use it: it runs to the end
 * of its paid period. For accounts that ended because nobody traded them, or whose owner was notified of the closing
 * and cancelled first. Anybody else who cancels also decides about data.
 */
export async function cancelUnusedData(deps: Deps, trx: Trx, owner: Owner): Promise<void> {
  const { person_id: personId, platform } = owner;
  // Locked before the accounts are counted, so that of two that end together the second sees the first.
  const subscriptions = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('person_id', '=', personId)
    .where('platform', '=', platform)
    .where('kind', '=', 'market-data')
    .where('amount_cents', '>', 0)
    .where('renews', '=', true)
    .where('cancelled_at', 'is', null)
    .where('status', '<>', 'ended')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (subscriptions.length === 0 || (await usesData(trx, owner))) return;
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
