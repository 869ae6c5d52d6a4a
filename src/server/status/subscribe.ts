import { sql } from 'kysely';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, newId, type RequestContext } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { confirmLink, unsubscribeLink } from './links.ts';

/** A second click within this time sends no second mail. */
const resendAfterMs = 60_000;

/** Stores the address once and mails a confirmation link. Existing subscribers get the same reply. */
export async function subscribeToStatus(
  deps: Deps,
  { email, captcha }: { readonly email: string; readonly captcha: string },
  { locale, ip }: RequestContext,
): Promise<void> {
  await deps.limits.take('mail', `status:${email}`);
  if (!(await deps.captcha.verify(captcha, ip))) throw invalid({ captcha: ['captcha'] });
  const now = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('status_subscription')
      .values({ id: newId(), email, locale, requested_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const row =
      inserted ??
      (await trx
        .selectFrom('status_subscription')
        .selectAll()
        .where(sql`lower(email)`, '=', email)
        .forUpdate()
        .executeTakeFirstOrThrow());
    const isUnsubscribed = row.unsubscribed_at !== null;
    const isRecent = now.getTime() - row.requested_at.getTime() < resendAfterMs;
    if (!inserted && !isUnsubscribed && (row.confirmed_at !== null || isRecent)) return;
    const round = isUnsubscribed ? row.round + 1 : row.round;
    await updateRow(trx, 'status_subscription', row.id, {
      locale,
      round,
      requested_at: now,
      confirmed_at: null,
      unsubscribed_at: null,
    });
    const pending = { id: row.id, round };
    await queueMail(
      deps,
      trx,
      { email, locale },
      'status-confirm',
      `status-confirm:${row.id}:${round}:${now.getTime()}`,
      { link: confirmLink(deps, pending) },
      { unsubscribeUrl: unsubscribeLink(deps, pending) },
    );
  });
}
