import type { Selectable } from 'kysely';
import type { ConsentRecord } from '#server/core/consent-record.ts';
import { getChangedRow, getLockedRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, newId, type RequestContext, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '../mail/queue.ts';
import type { NewsletterSubscriptionTable } from '../tables.ts';
import { confirmLink, unsubscribeLink } from './links.ts';

/** Versions of the consent texts; increase one when the text next to its checkbox changes its meaning. */
const consentVersions = { newsletter: '2', 'newsletter-sharing': '1' } as const;
/** A second click within this time sends no second mail. */
const resendAfterMs = 60_000;

type Row = Selectable<NewsletterSubscriptionTable>;
/** Consent records as JSON; each consent has a checkbox of its own. */
type Consents = { readonly consent: string; readonly sharing_consent: string | null };

async function insertOrLock(trx: Trx, fresh: Omit<Row, keyof Consents> & Consents): Promise<[Row, boolean]> {
  const inserted = await trx
    .insertInto('newsletter_subscription')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return [inserted, true];
  const existing = await getLockedRow(trx, 'newsletter_subscription', { email: fresh.email });
  return [existing, false];
}

/** The row's new values if the address needs a mail. An active subscription stays unchanged. */
async function renew(trx: Trx, row: Row, consents: Consents, locale: string, now: Date): Promise<Row | undefined> {
  const isUnsubscribed = row.unsubscribed_at !== null;
  const isRecent = now.getTime() - row.requested_at.getTime() < resendAfterMs;
  if (!isUnsubscribed && (row.confirmed_at !== null || isRecent)) return undefined;
  // Anyone can enter an address: the owner's link confirms only what its mail was about, not what was requested since.
  const isOtherConsent = (row.sharing_consent === null) !== (consents.sharing_consent === null);
  return getChangedRow(trx, 'newsletter_subscription', row.id, {
    locale,
    ...consents,
    requested_at: now,
    ...(isUnsubscribed || isOtherConsent ? { round: row.round + 1, confirmed_at: null, unsubscribed_at: null } : {}),
  });
}

/**
 * Stores the address once and mails a confirmation link. Subscribers get the same reply, so that nobody can find out
 * which addresses we know.
 */
export async function subscribeToNewsletter(
  deps: Deps,
  subscription: { readonly email: string; readonly captcha: string; readonly share: 0 | 1 },
  requestContext: RequestContext,
): Promise<void> {
  await deps.limits.take('mail', `newsletter:${subscription.email}`);
  if (!(await deps.captcha.verify(subscription.captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
  const now = deps.clock();
  const { locale, ip } = requestContext;
  const consentTo = (text: keyof typeof consentVersions): ConsentRecord => ({
    ...{ text, version: consentVersions[text], at: now.getTime(), ip },
  });
  const record = consentTo('newsletter');
  const sharing = subscription.share === 1 ? consentTo('newsletter-sharing') : null;
  const consents: Consents = {
    consent: JSON.stringify(record),
    sharing_consent: sharing && JSON.stringify(sharing),
  };
  await deps.db.transaction().execute(async (trx) => {
    const fresh = { id: newId(), email: subscription.email, locale, round: 1, ...consents, requested_at: now };
    const [row, isNew] = await insertOrLock(trx, { ...fresh, confirmed_at: null, unsubscribed_at: null });
    const pending = isNew ? row : await renew(trx, row, consents, locale, now);
    if (!pending) return;
    await queueMail(
      deps,
      trx,
      { email: pending.email, locale },
      'newsletter-confirm',
      `newsletter-confirm:${pending.id}:${pending.round}:${now.getTime()}`,
      { link: confirmLink(deps, pending) },
      { unsubscribeUrl: unsubscribeLink(deps, pending) },
    );
    await writeAudit(deps, trx, 'system', 'newsletter-requested', ['newsletter', pending.id], {
      ...record,
      sharing: sharing !== null,
    });
  });
}
