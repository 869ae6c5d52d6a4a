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
  'contact-copy': MessageMail & { topic: ContactTopic };
  /** `link` is absolute: the page where the firm decides. */
  'feature-firm': MessageMail & { title: string; link: string };
  'feature-copy': MessageMail & { title: string };
};

type MessageMail = { name: string; email: string; message: string };

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

  'contact-copy': ({ name, topic, message }, { t }) => ({
    subject: t('contact_copy_subject'),
    greeting: t('greeting', { name: oneLine(name) }),
    blocks: [
      { kind: 'text', text: t('contact_copy_lead') },
      { kind: 'note', text: t(`topic_${topic}`) },
      { kind: 'text', text: message },
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

  'feature-copy': ({ name, title, message }, { t }) => ({
    subject: t('feature_copy_subject'),
    greeting: t('greeting', { name: oneLine(name) }),
    blocks: [
      { kind: 'text', text: t('feature_copy_lead') },
      { kind: 'text', text: title },
      { kind: 'text', text: message },
      { kind: 'note', text: t('message_note') },
    ],
  }),
};
