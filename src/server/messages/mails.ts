import * as layout from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import { oneLine } from '#server/support/mails.ts';

/** Mails unrelated to an account: the newsletter and public forms. */
export type MessageValues = {
  /** `link` is the absolute URL of the confirmation page. */
  'newsletter-confirm': { link: string };
  /** `link` is the absolute URL of the unsubscribe page. */
  'newsletter-welcome': { link: string };
  /** `link` is the absolute URL of the page where staff decide. */
  'feature-staff': MessageMail & { title: string; link: string };
  'feature-copy': CopyMail & { title: string; number: string; ticketLink: string };
};

type MessageMail = { name: string; email: string; message: string };

/** We don't send a stranger's text to an unverified address: the copy then only says that a message arrived. */
type CopyMail = MessageMail & { isOwner: boolean };

function senderBlock({ name, email }: MessageMail, { t }: MailContext): layout.MailContent['blocks'][number] {
  return layout.tableBlock([
    { label: t('message_name'), value: name },
    { label: t('message_email'), value: email },
  ]);
}

export const messagesTemplates: layout.MailTemplates<MessageValues> = {
  'newsletter-confirm': ({ link }, { t }) => ({
    subject: t('newsletter_confirm_subject'),
    blocks: [
      layout.textBlock(t('newsletter_confirm_lead')),
      layout.linkBlock(t('newsletter_confirm_link'), link),
      layout.noteBlock(t('newsletter_confirm_note')),
    ],
  }),

  'newsletter-welcome': ({ link }, { t }) => ({
    subject: t('newsletter_welcome_subject'),
    blocks: [
      layout.textBlock(t('newsletter_welcome_lead')),
      layout.noteBlock(t('newsletter_welcome_note')),
      layout.linkBlock(t('newsletter_welcome_link'), link),
    ],
  }),

  'feature-staff': (values, setting) => ({
    subject: setting.t('feature_staff_subject', { title: oneLine(values.title) }),
    blocks: [
      layout.textBlock(setting.t('feature_staff_lead')),
      senderBlock(values, setting),
      layout.textBlock(values.title),
      layout.textBlock(values.message),
      layout.linkBlock(setting.t('feature_staff_link'), values.link),
    ],
  }),

  'feature-copy': ({ name, title, message, isOwner, number, ticketLink }, { t }) => ({
    subject: t('feature_copy_subject'),
    greeting: isOwner ? t('greeting', { name: oneLine(name) }) : t('greeting_plain'),
    blocks: [
      layout.textBlock(t(isOwner ? 'feature_copy_lead' : 'feature_copy_plain_lead')),
      ...(isOwner ? [title, message].map((text) => layout.textBlock(text)) : []),
      layout.tableBlock([{ label: t('ticket_number'), value: number }]),
      layout.linkBlock(t('ticket_link'), ticketLink),
      layout.noteBlock(t('message_note')),
    ],
  }),
};
