import { pathTo } from '#routes.ts';
import { type AccountName, type AccountValues, accountName, accountTemplates } from '#server/accounts/mails.ts';
import { type AffiliateMailValues, affiliateTemplates } from '#server/affiliates/mails.ts';
import { type BillingValues, billingTemplates } from '#server/billing/mails.ts';
import { type RefundMailValues, refundTemplates } from '#server/billing/refunds/mails.ts';
import { type CopierMailValues, copierTemplates } from '#server/copier/mails.ts';
import { type MessageValues, messageTemplates } from '#server/messages/mails.ts';
import { type PayoutMailValues, payoutTemplates } from '#server/payouts/mails.ts';
import { type PayeeValues, payeeTemplates } from '#server/payouts/payees/mails.ts';
import { type IdentityMailValues, identityTemplates } from '#server/people/mails.ts';
import { type ReviewMailValues, reviewTemplates } from '#server/reviews/mails.ts';
import { type StatusMailValues, statusTemplates } from '#server/status/mails.ts';
import { type TicketMailValues, ticketTemplates } from '#server/support/mails.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import type { MailTemplates } from './layout.ts';
import type { MailContext } from './mail-context.ts';

/** The values of each mail. Links and texts belong to the template. */
export type MailValues = MessageValues &
  AccountValues &
  BillingValues &
  CopierMailValues &
  IdentityMailValues &
  PayeeValues &
  PayoutMailValues &
  RefundMailValues &
  ReviewMailValues &
  TicketMailValues &
  StatusMailValues &
  AffiliateMailValues & {
    'verify-email': { firstName: string; email: string; code: string; linkCode: string };
    'address-known': { firstName: string; email: string };
    'set-password': { firstName: string; email: string; code: string };
    'account-ready': AccountName & {
      firstName: string;
      platform: PlatformName;
      platformAccountId: string;
      platformUser: string;
      /** For an owner without a password: the code and address of the mailed link; null for one who can sign in. */
      password: { email: string; code: string } | null;
    };
  };

export type MailTemplate = keyof MailValues;

export const templates: MailTemplates<MailValues> = {
  ...messageTemplates,
  ...accountTemplates,
  ...billingTemplates,
  ...refundTemplates,
  ...copierTemplates,
  ...identityTemplates,
  ...payeeTemplates,
  ...payoutTemplates,
  ...reviewTemplates,
  ...ticketTemplates,
  ...statusTemplates,
  ...affiliateTemplates,

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

  'account-ready': (values, setting) => {
    const { t, url, locale } = setting;
    return {
      subject: t('ready_subject', { account: accountName(values, setting) }),
      greeting: t('greeting', { name: values.firstName }),
      blocks: [
        { kind: 'text', text: t('ready_lead', { account: accountName(values, setting) }) },
        {
          kind: 'table',
          rows: [
            { label: t('ready_platform'), value: platformFacts[values.platform].name },
            { label: t('ready_account'), value: values.platformAccountId },
            { label: t('ready_user'), value: values.platformUser },
          ],
        },
        ...(values.password === null
          ? [{ kind: 'link', text: t('ready_link'), href: url(pathTo('myAccount', {}, locale)) } as const]
          : [
              { kind: 'text', text: t('ready_password') } as const,
              { kind: 'link', text: t('password_link'), href: passwordLink(values.password, setting) } as const,
              { kind: 'note', text: t('password_note') } as const,
            ]),
        { kind: 'note', text: t('ready_note') },
      ],
    };
  },
};

/** The code travels in the fragment, which is sent to no server and appears in no log. */
function passwordLink({ email, code }: { email: string; code: string }, { url, locale }: MailContext): string {
  return `${url(pathTo('passwordSet', { email, code: '_' }, locale))}#code=${code}`;
}
