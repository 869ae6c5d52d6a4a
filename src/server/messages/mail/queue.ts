import { toLocale } from '#i18n/locales.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { renderMail } from '#server/core/mail/layout.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import type { MailTemplate, MailValues } from '#server/core/mail/values.ts';
import { laneOf, priorityOf } from './lanes.ts';
import { countMail } from './limits.ts';

/** A person, an order or somebody with only an address. Without a first name, the greeting is for anybody. */
type Recipient = {
  readonly email: string;
  /** As stored; an unknown one falls back to English. */
  readonly locale: string;
  readonly first_name?: string;
};

type Options = {
  readonly replyTo?: string;
  readonly unsubscribeUrl?: string;
  /** Set by callers that ask `countMail` first, because they must do nothing else if the mail may not be sent. */
  readonly isCounted?: true;
};

/** The firm's staff, who read English. */
export const staffOf = ({ catalog }: Deps): Recipient => ({ email: catalog.site.supportEmail, locale: 'en' });

/**
 * Stores the mail and enqueues its job in the caller's transaction: no commit, no mail. Drops a mail that a stranger can
 * cause once its recipient has had enough of them.
 * @param dedupeKey at most one mail is sent per key, e.g. `receipt:<order id>`
 */
export async function queueMail<Name extends MailTemplate>(
  deps: Deps,
  trx: Trx,
  to: Recipient,
  template: Name,
  dedupeKey: string,
  values: MailValues[Name],
  { replyTo, unsubscribeUrl, isCounted }: Options = {},
): Promise<void> {
  if (!isCounted && !(await countMail(deps, template, to.email))) return;
  const { name: brand, supportEmail } = deps.catalog.site;
  const locale = toLocale(to.locale);
  const context = createMailContext(locale, { brand, supportEmail, origin: deps.env.origin });
  const render = (own: MailValues[Name]) =>
    renderMail(deps.mailTemplates[template](own, context), context, to.first_name);
  const { subject, text, html } = render(values);
  const lane = laneOf(template);
  const keptSubject = lane === 'code' ? render({ ...values, code: '••••••' }).subject : null;
  const id = newId();
  const isStored = await insertOnce(trx, 'mail', {
    id,
    dedupe_key: dedupeKey,
    recipient: to.email,
    subject,
    kept_subject: keptSubject,
    text,
    html,
    reply_to: replyTo ?? null,
    unsubscribe_url: unsubscribeUrl ?? null,
    created_at: deps.clock(),
    lane,
  });
  if (!isStored) return;
  const options = { singletonKey: id, priority: priorityOf[lane] };
  await deps.jobs.send(trx, 'send-mail', { mailId: id }, options);
}
