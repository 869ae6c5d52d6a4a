import { pathTo } from '#routes.ts';
import { codeBlock, linkBlock, type MailTemplates, noteBlock, textBlock } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import type { StaffRole } from '#shared/core/access.ts';

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
  | 'read_token_created'
  | 'webhook_saved'
  | 'recovery_used'
  | 'recovery_renewed'
  | 'second_factor_failed'
  | 'credentials_shown'
  | 'sessions_ended'
  | 'second_factor_reset_asked'
  | 'payout_details'
  | 'data_exported'
  | 'account_deleted';

export type PeopleMailValues = {
  'verify-email': { email: string; code: string; linkCode: string };
  'address-known': { email: string };
  'set-password': { email: string; code: string };
  'reset-password': { token: string };
  'change-email': { code: string };
  /** `by` is an administrator's address; null for the server's operator. */
  'staff-invitation': { roles: readonly StaffRole[]; by: string | null; token: string };
  /** What an administrator changed about a staff member's access; `role` is null for a suspension. */
  'staff-change': {
    change: 'appoint' | 'remove' | 'suspend' | 'restore';
    role: StaffRole | null;
    by: string | null;
  };
  'security-event': {
    what: SecurityEvent;
    /** Milliseconds since the epoch. */
    at: number;
  };
};

export const peopleTemplates: MailTemplates<PeopleMailValues> = {
  'verify-email': ({ email, code, linkCode }, { t, url, locale }) => ({
    subject: t('verify_subject', { code }),
    blocks: [
      textBlock(t('verify_lead')),
      codeBlock(code),
      linkBlock(t('verify_link'), `${url(pathTo('emailVerification', { email }, locale))}#code=${linkCode}`),
      noteBlock(t('verify_note')),
    ],
  }),

  'address-known': (_values, { t, url, locale }) => ({
    subject: t('known_subject'),
    blocks: [
      textBlock(t('known_lead')),
      linkBlock(t('known_link'), url(pathTo('signIn', {}, locale))),
      noteBlock(t('known_note')),
    ],
  }),

  'set-password': ({ email, code }, setting) => ({
    subject: setting.t('password_subject'),
    blocks: [
      textBlock(setting.t('password_lead')),
      linkBlock(setting.t('password_link'), passwordLink({ email, code }, setting)),
      noteBlock(setting.t('password_note')),
    ],
  }),

  'reset-password': ({ token }, { t, url, locale }) => ({
    subject: t('reset_subject'),
    blocks: [
      textBlock(t('reset_lead')),
      linkBlock(t('reset_link'), passwordResetLink(url, locale, token)),
      noteBlock(t('reset_note')),
    ],
  }),

  'change-email': ({ code }, { t }) => ({
    subject: t('change_email_subject', { code }),
    blocks: [textBlock(t('change_email_lead')), codeBlock(code), noteBlock(t('change_email_note'))],
  }),

  'staff-invitation': ({ roles, by, token }, { t, url, locale }) => {
    const roleNames = roles.map((role) => t(`role_${role}`)).join(', ');
    return {
      subject: t('staff_invited_subject', { roles: roleNames }),
      blocks: [
        textBlock(t('staff_invited_lead', { by: by ?? t('staff_operator'), roles: roleNames })),
        linkBlock(t('staff_invited_link'), passwordResetLink(url, locale, token)),
        noteBlock(t('staff_invited_note')),
      ],
    };
  },

  'staff-change': ({ change, role, by }, { t }) => ({
    subject: t(`staff_${change}_subject`, { role: role === null ? '' : t(`role_${role}`) }),
    blocks: [textBlock(t(`staff_${change}_lead`, { by: by ?? t('staff_operator') }))],
  }),

  'security-event': ({ what, at }, { t, url, locale, moment }) => ({
    subject: t(`security_${what}_subject`),
    blocks: [
      textBlock(t(`security_${what}_lead`, { moment: moment(at) })),
      ...(what === 'account_deleted'
        ? []
        : [noteBlock(t('security_note')), linkBlock(t('security_link'), url(pathTo('forgotPassword', {}, locale)))]),
    ],
  }),
};

/** The token travels in the fragment, which is sent to no server and appears in no log. */
function passwordResetLink(url: MailContext['url'], locale: MailContext['locale'], token: string): string {
  return `${url(pathTo('passwordReset', { token: '_' }, locale))}#token=${token}`;
}

/** The code travels in the fragment, which is sent to no server and appears in no log. */
export function passwordLink({ email, code }: { email: string; code: string }, { url, locale }: MailContext): string {
  return `${url(pathTo('passwordSet', { email, code: '_' }, locale))}#code=${code}`;
}
