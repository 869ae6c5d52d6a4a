import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { detachOldClicks } from '#server/affiliates/detach-clicks.ts';
import type { Deps } from '#server/core/deps.ts';
import { endExpiredTraderViews } from '#server/people/trader-views/end.ts';
import { deleteOldOrders } from '#server/trading/index.ts';
import { retention } from '#shared/core/retention.ts';

export async function deleteExpired(deps: Deps): Promise<void> {
  const { db } = deps;
  const now = deps.clock().getTime();
  const before = (days: number) => new Date(now - days * dayMs);
  const old = before(retention.expiredDays);
  await db.deleteFrom('captcha_use').where('expires_at', '<', new Date(now)).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)).execute();
  await endExpiredTraderViews(deps);
  await detachOldClicks(deps);
  for (const table of ['session', 'payout_access', 'email_code'] as const)
    await db.deleteFrom(table).where('expires_at', '<', old).execute();
  await db.deleteFrom('bulk_run').where('started_at', '<', old).execute();
  await sql`select delete_sign_ins(${before(retention.signInDays)})`.execute(db);
  await db
    .deleteFrom('newsletter_subscription')
    .where('confirmed_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .where('requested_at', '<', old)
    .execute();
  await db.deleteFrom('registration').where('created_at', '<', old).execute();
  await db.deleteFrom('known_device').where('last_used_at', '<', before(retention.deviceDays)).execute();
  await db
    .updateTable('mail')
    .set((eb) => ({ text: '', html: '', failure: null, subject: eb.fn.coalesce('kept_subject', 'subject') }))
    .where('failure', 'is not', null)
    .where('created_at', '<', old)
    .execute();
  await db.deleteFrom('mailbox').where('sent_at', '<', before(retention.mailDays)).execute();
  // The key stays, so that nothing is mailed a second time.
  await db
    .updateTable('mail')
    .set({ recipient: '', subject: '', kept_subject: null, reply_to: null, unsubscribe_url: null })
    .where('recipient', '<>', '')
    .where('created_at', '<', before(retention.mailDays))
    .where((eb) =>
      eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null), eb('refused_at', 'is not', null)]),
    )
    .execute();
  for (const [table, match] of [
    ['contract_cancellation', 'order_id'],
    ['subscription_cancellation', 'subscription_id'],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(match)} is null and received_at < ${before(retention.statementDays)}`.execute(db);
  await db
    .deleteFrom('status_subscription')
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('unsubscribed_at', 'is not', null)]))
    .where((eb) => eb.fn.coalesce('unsubscribed_at', 'requested_at'), '<', old)
    .execute();
  await sql`delete from unanswered_search where day < ${before(retention.searchDays)}`.execute(db);
  await deleteOldOrders(deps);
}
