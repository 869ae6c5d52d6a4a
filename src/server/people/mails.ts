import { pathTo } from '#routes.ts';
import type { MailTemplates } from '#server/core/mail/layout.ts';
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
  'verify-email': { firstName: string; email: string; code: string; linkCode: string };
  'address-known': { firstName: string; email: string };
  'set-password': { firstName: string; email: string; code: string };
  'reset-password': { firstName: string; token: string };
  'change-email': { firstName: string; code: string };
  /** `by` is an administrator's address; null for the server's operator. */
  'staff-invitation': { firstName: string; roles: readonly StaffRole[]; by: string | null; token: string };
  /** What an administrator changed about a staff member's access; `role` is null for a suspension. */
  'staff-change': {
    firstName: string;
    change: 'appoint' | 'remove' | 'suspend' | 'restore';
    role: StaffRole | null;
    by: string | null;
  };
  'security-event': {
    firstName: string;
    what: SecurityEvent;
    /** Milliseconds since the epoch. */
    at: number;
  };
};

export const peopleTemplates: MailTemplates<PeopleMailValues> = {
  'verify-email': ({ firstName, email, code, linkCode }, { t, url, locale }) => ({
    subject: t('verify_subject', { code }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('verify_lead') },
      { kind: 'code', text: code },
      {
        kind: 'link',
        text: t('verify_link'),
        href: `${url(pathTo('emailVerification', { email }, locale))}#code=${linkCode}`,
      },
      { kind: 'note', text: t('verify_note') },
    ],
  }),

  'address-known': ({ firstName }, { t, url, locale }) => ({
    subject: t('known_subject'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('known_lead') },
      { kind: 'link', text: t('known_link'), href: url(pathTo('signIn', {}, locale)) },
      { kind: 'note', text: t('known_note') },
    ],
  }),

  'set-password': ({ firstName, email, code }, setting) => ({
    subject: setting.t('password_subject'),
    greeting: setting.t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: setting.t('password_lead') },
      {
        kind: 'link',
        text: setting.t('password_link'),
        href: passwordLink({ email, code }, setting),
      },
      { kind: 'note', text: setting.t('password_note') },
    ],
  }),

  'reset-password': ({ firstName, token }, { t, url, locale }) => ({
    subject: t('reset_subject'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('reset_lead') },
      {
        kind: 'link',
        text: t('reset_link'),
        href: passwordResetLink(url, locale, token),
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

  'staff-invitation': ({ firstName, roles, by, token }, { t, url, locale }) => {
    const roleNames = roles.map((role) => t(`role_${role}`)).join(', ');
    return {
      subject: t('staff_invited_subject', { roles: roleNames }),
      greeting: firstName === '' ? t('greeting_plain') : t('greeting', { name: firstName }),
      blocks: [
        { kind: 'text', text: t('staff_invited_lead', { by: by ?? t('staff_operator'), roles: roleNames }) },
        { kind: 'link', text: t('staff_invited_link'), href: passwordResetLink(url, locale, token) },
        { kind: 'note', text: t('staff_invited_note') },
      ],
    };
  },

  'staff-change': ({ firstName, change, role, by }, { t }) => ({
    subject: t(`staff_${change}_subject`, { role: role === null ? '' : t(`role_${role}`) }),
    greeting: firstName === '' ? t('greeting_plain') : t('greeting', { name: firstName }),
    blocks: [{ kind: 'text', text: t(`staff_${change}_lead`, { by: by ?? t('staff_operator') }) }],
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

/** The token travels in the fragment, which is sent to no server and appears in no log. */
function passwordResetLink(url: MailContext['url'], locale: MailContext['locale'], token: string): string {
  return `${url(pathTo('passwordReset', { token: '_' }, locale))}#token=${token}`;
}

/** The code travels in the fragment, which is sent to no server and appears in no log. */
export function passwordLink({ email, code }: { email: string; code: string }, { url, locale }: MailContext): string {
  return `${url(pathTo('passwordSet', { email, code: '_' }, locale))}#code=${code}`;
}
