import { toLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { renderMail } from '#server/core/mail/layout.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import type { MailTemplate, MailValues } from '#server/core/mail/values.ts';
import { laneOf, priorityOf } from './lanes.ts';
import { countMail } from './limits.ts';

export type QueuedMail<Name extends MailTemplate> = {
  /** At most one mail per key, e.g. `receipt:<order id>`. */
  readonly dedupeKey: string;
  readonly recipient: string;
  /** The locale stored with the person or order; an unknown one falls back to English. */
  readonly locale: string;
  readonly template: Name;
  readonly values: MailValues[Name];
  readonly replyTo?: string;
  readonly unsubscribeUrl?: string;
  /** Set by callers that ask `countMail` first, because they must do nothing else if the mail may not be sent. */
  readonly isCounted?: true;
};

/**
 * Stores the mail and enqueues its job in the caller's transaction: no commit, no mail. Drops a mail that a stranger can
 * cause once its recipient has had enough of them.
 */
export async function queueMail<Name extends MailTemplate>(
  deps: Deps,
  trx: Trx,
  mail: QueuedMail<Name>,
): Promise<void> {
  if (!mail.isCounted && !(await countMail(deps, mail.template, mail.recipient))) return;
  const { name: brand, supportEmail } = deps.catalog.site;
  const locale = toLocale(mail.locale);
  const context = createMailContext(locale, { brand, supportEmail, origin: deps.env.origin });
  const render = (values: MailValues[Name]) => {
    const firstName = 'firstName' in values ? values.firstName : undefined;
    return renderMail(deps.mailTemplates[mail.template](values, context), context, firstName);
  };
  const { subject, text, html } = render(mail.values);
  const keptSubject = 'code' in mail.values ? render({ ...mail.values, code: '••••••' }).subject : null;
  const lane = laneOf(mail.template);
  const stored = await trx
    .insertInto('mail')
    .values({
      id: newId(),
      dedupe_key: mail.dedupeKey,
      recipient: mail.recipient,
      subject,
      kept_subject: keptSubject,
      text,
      html,
      reply_to: mail.replyTo ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      created_at: deps.clock(),
      lane,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  const options = { singletonKey: stored?.id, priority: priorityOf[lane] };
  if (stored) await deps.jobs.send(trx, 'send-mail', { mailId: stored.id }, options);
}
