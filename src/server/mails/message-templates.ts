import type { ContactTopic } from '../../contract/contact.ts';
import type { MailContent } from './layout.ts';
import type { MailContext } from './mail-context.ts';

/** Mails unrelated to an account: the newsletter and public forms. */
export type MessageValues = {
  /** `link` is absolute: the confirmation page. */
  'newsletter-confirm': { link: string };
  /** `link` is absolute: the unsubscribe page. */
  'newsletter-welcome': { link: string };
  'contact-firm': MessageMail & { topic: ContactTopic };
  'contact-copy': CopyMail & { topic: ContactTopic };
  /** `link` is absolute: the page where the firm decides. */
  'feature-firm': MessageMail & { title: string; link: string };
  'feature-copy': CopyMail & { title: string };
};

type MessageMail = { name: string; email: string; message: string };

/** A stranger's words go to no address that isn't proven to be theirs: the copy then only says that something came. */
type CopyMail = MessageMail & { isOwner: boolean };

type Templates = {
  readonly [Name in keyof MessageValues]: (values: MessageValues[Name], setting: MailContext) => MailContent;
};

/** Keeps a subject on one line, whatever was typed. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function senderBlock({ name, email }: MessageMail, { t }: MailContext): MailContent['blocks'][number] {
  return {
    kind: 'table',
    rows: [
      { label: t('message_name'), value: name },
      { label: t('message_email'), value: email },
    ],
  };
}

export const messageTemplates: Templates = {
  'newsletter-confirm': ({ link }, { t }) => ({
    subject: t('newsletter_confirm_subject'),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t('newsletter_confirm_lead') },
      { kind: 'link', text: t('newsletter_confirm_link'), href: link },
      { kind: 'note', text: t('newsletter_confirm_note') },
    ],
  }),

  'newsletter-welcome': ({ link }, { t }) => ({
    subject: t('newsletter_welcome_subject'),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t('newsletter_welcome_lead') },
      { kind: 'note', text: t('newsletter_welcome_note') },
      { kind: 'link', text: t('newsletter_welcome_link'), href: link },
    ],
  }),

  'contact-firm': (values, setting) => ({
    subject: setting.t('contact_firm_subject', {
      topic: setting.t(`topic_${values.topic}`),
      name: oneLine(values.name),
    }),
    greeting: setting.t('greeting_plain'),
    blocks: [
      { kind: 'text', text: setting.t('contact_firm_lead') },
      senderBlock(values, setting),
      { kind: 'text', text: values.message },
    ],
  }),

  'contact-copy': ({ name, topic, message, isOwner }, { t }) => ({
    subject: t('contact_copy_subject'),
    greeting: isOwner ? t('greeting', { name: oneLine(name) }) : t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t(isOwner ? 'contact_copy_lead' : 'contact_copy_plain_lead') },
      { kind: 'note', text: t(`topic_${topic}`) },
      ...(isOwner ? [{ kind: 'text', text: message } as const] : []),
      { kind: 'note', text: t('message_note') },
    ],
  }),

  'feature-firm': (values, setting) => ({
    subject: setting.t('feature_firm_subject', { title: oneLine(values.title) }),
    greeting: setting.t('greeting_plain'),
    blocks: [
      { kind: 'text', text: setting.t('feature_firm_lead') },
      senderBlock(values, setting),
      { kind: 'text', text: values.title },
      { kind: 'text', text: values.message },
      { kind: 'link', text: setting.t('feature_firm_link'), href: values.link },
    ],
  }),

  'feature-copy': ({ name, title, message, isOwner }, { t }) => ({
    subject: t('feature_copy_subject'),
    greeting: isOwner ? t('greeting', { name: oneLine(name) }) : t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t(isOwner ? 'feature_copy_lead' : 'feature_copy_plain_lead') },
      ...(isOwner ? [title, message].map((text) => ({ kind: 'text', text }) as const) : []),
      { kind: 'note', text: t('message_note') },
    ],
  }),
};
