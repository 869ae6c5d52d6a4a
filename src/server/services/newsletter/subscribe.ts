import type { Selectable } from 'kysely';
import type { ConsentRecord } from '../../db/columns.ts';
import type { NewsletterSubscriptionTable } from '../../db/message-tables.ts';
import type { Deps, RequestContext, Trx } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { queueMail } from '../mail/queue.ts';
import { confirmLink, unsubscribeLink } from './links.ts';

/** The consent's wording; increase it when the text next to the checkbox changes its meaning. */
const consentVersion = '1';
/** A second click within this time sends no second mail. */
const pauseMs = 60_000;

type Subscription = { readonly email: string; readonly captcha: string };
type Row = Selectable<NewsletterSubscriptionTable>;

async function makeOrLock(trx: Trx, fresh: Omit<Row, 'consent'> & { consent: string }): Promise<[Row, boolean]> {
  const made = await trx
    .insertInto('newsletter_subscription')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return [made, true];
  const existing = await trx
    .selectFrom('newsletter_subscription')
    .selectAll()
    .where('email', '=', fresh.email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return [existing, false];
}

/** The row's new values if the address needs a mail. An active subscription stays unchanged. */
async function renew(trx: Trx, row: Row, consent: string, locale: string, now: Date): Promise<Row | undefined> {
  const isOver = row.unsubscribed_at !== null;
  const isFresh = now.getTime() - row.requested_at.getTime() < pauseMs;
  if (!isOver && (row.confirmed_at !== null || isFresh)) return undefined;
  return trx
    .updateTable('newsletter_subscription')
    .set({
      locale,
      consent,
      requested_at: now,
      ...(isOver ? { round: row.round + 1, confirmed_at: null, unsubscribed_at: null } : {}),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Stores the address once and mails a confirmation link. Subscribers get the same answer, so that nobody learns
 * which addresses we know.
 */
export async function subscribeToNewsletter(
  deps: Deps,
  subscription: Subscription,
  requestContext: RequestContext,
): Promise<void> {
  await deps.limits.take('mail', `newsletter:${subscription.email}`);
  if (!(await deps.captcha.verify(subscription.captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
  const now = deps.clock();
  const { locale, ip } = requestContext;
  const record: ConsentRecord = { text: 'newsletter', version: consentVersion, at: now.getTime(), ip };
  const consent = JSON.stringify(record);
  await deps.db.transaction().execute(async (trx) => {
    const fresh = { id: newId(), email: subscription.email, locale, round: 1, consent, requested_at: now };
    const [row, isNew] = await makeOrLock(trx, { ...fresh, confirmed_at: null, unsubscribed_at: null });
    const pending = isNew ? row : await renew(trx, row, consent, locale, now);
    if (!pending) return;
    await queueMail(deps, trx, {
      dedupeKey: `newsletter-confirm:${pending.id}:${pending.round}:${now.getTime()}`,
      recipient: pending.email,
      locale,
      template: 'newsletter-confirm',
      values: { link: confirmLink(deps, pending) },
      unsubscribeUrl: unsubscribeLink(deps, pending),
    });
    await writeAudit(deps, trx, {
      actor: 'system',
      action: 'newsletter-requested',
      entity: 'newsletter',
      entityId: pending.id,
      details: record,
    });
  });
}
