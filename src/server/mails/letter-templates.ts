import type { MailContent } from './layout.ts';
import type { MailSetting } from './setting.ts';

/** Mails that belong to no account: to readers, and around the forms that anybody may send. */
export type LetterValues = {
  /** `link` is absolute: the page that confirms. */
  'newsletter-confirm': { link: string };
  /** `link` is absolute: the page that ends the subscription. */
  'newsletter-welcome': { link: string };
};

type Templates = {
  readonly [Name in keyof LetterValues]: (values: LetterValues[Name], setting: MailSetting) => MailContent;
};

export const letterTemplates: Templates = {
  'newsletter-confirm': ({ link }, { t }) => ({
    subject: t('news_confirm_subject'),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t('news_confirm_lead') },
      { kind: 'link', text: t('news_confirm_link'), href: link },
      { kind: 'note', text: t('news_confirm_note') },
    ],
  }),

  'newsletter-welcome': ({ link }, { t }) => ({
    subject: t('news_welcome_subject'),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t('news_welcome_lead') },
      { kind: 'note', text: t('news_welcome_note') },
      { kind: 'link', text: t('news_welcome_link'), href: link },
    ],
  }),
};
