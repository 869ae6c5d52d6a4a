import { pathTo } from '#routes.ts';
import type { MailContent } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';

/** Security-relevant changes; the strings have a subject and a lead for each. */
export type SecurityEvent =
  | 'password_reset'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_used'
  | 'recovery_renewed'
  | 'second_factor_failed'
  | 'credentials_shown'
  | 'sessions_ended'
  | 'second_factor_reset_asked'
  | 'payout_details'
  | 'data_exported'
  | 'account_deleted';

export type IdentityMailValues = {
  'reset-password': { firstName: string; token: string };
  'change-email': { firstName: string; code: string };
  'security-event': {
    firstName: string;
    what: SecurityEvent;
    /** Milliseconds since the epoch. */
    at: number;
  };
};

type Templates = {
  readonly [Name in keyof IdentityMailValues]: (values: IdentityMailValues[Name], setting: MailContext) => MailContent;
};

export const identityTemplates: Templates = {
  'reset-password': ({ firstName, token }, { t, url, locale }) => ({
    subject: t('reset_subject'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('reset_lead') },
      {
        kind: 'link',
        text: t('reset_link'),
        href: `${url(pathTo('passwordReset', { token: '_' }, locale))}#token=${token}`,
      },
      { kind: 'note', text: t('reset_note') },
    ],
  }),

  'change-email': ({ firstName, code }, { t }) => ({
    subject: t('change_email_subject', { code }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('change_email_lead') },
      { kind: 'code', text: code },
      { kind: 'note', text: t('change_email_note') },
    ],
  }),

  'security-event': ({ firstName, what, at }, { t, url, locale, moment }) => ({
    subject: t(`security_${what}_subject`),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t(`security_${what}_lead`, { moment: moment(at) }) },
      ...(what === 'account_deleted'
        ? []
        : ([
            { kind: 'note', text: t('security_note') },
            { kind: 'link', text: t('security_link'), href: url(pathTo('forgotPassword', {}, locale)) },
          ] as const)),
    ],
  }),
};
