import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { detachOldClicks } from '#server/affiliates/detach-clicks.ts';
import type { Deps } from '#server/core/deps.ts';
import { endExpiredTraderViews } from '#server/people/trader-views/end.ts';
import { deleteOldOrders } from '#server/trading/index.ts';
import { retention } from '#shared/core/retention.ts';

/** Deletes expired rows. */
export async function deleteExpired(deps: Deps): Promise<void> {
  const { db } = deps;
  const now = deps.clock().getTime();
  const old = new Date(now - retention.expiredDays * dayMs);
  await db.deleteFrom('captcha_use').where('expires_at', '<', new Date(now)).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)).execute();
  await endExpiredTraderViews(deps);
  await detachOldClicks(deps);
  await db.deleteFrom('session').where('expires_at', '<', old).execute();
  await db.deleteFrom('bulk_run').where('started_at', '<', old).execute();
  await db.deleteFrom('payout_access').where('expires_at', '<', old).execute();
  await sql`select delete_sign_ins(${new Date(now - retention.signInDays * dayMs)})`.execute(db);
  await db
    .deleteFrom('newsletter_subscription')
    .where('confirmed_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .where('requested_at', '<', old)
    .execute();
  await db.deleteFrom('registration').where('created_at', '<', old).execute();
  await db
    .deleteFrom('known_device')
    .where('last_used_at', '<', new Date(now - retention.deviceDays * dayMs))
    .execute();
  await db.deleteFrom('email_code').where('expires_at', '<', old).execute();
  await deps.db
    .updateTable('mail')
    .set({ text: '', html: '', failure: null })
    .where('failure', 'is not', null)
    .where('created_at', '<', old)
    .execute();
  await deleteOldOrders(deps);
}
