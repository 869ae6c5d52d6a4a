import { pathTo } from '#routes.ts';
import type { MailTemplates } from '#server/core/mail/layout.ts';
import type { ReviewReason } from '#shared/affiliates/review.ts';

export type AffiliateMailValues = {
  /** To staff; `link` is the absolute URL of the page where they decide. */
  'affiliate-application': {
    readonly email: string;
    readonly code: string;
    readonly channel: string;
    readonly audience: string;
    readonly link: string;
  };
  'affiliate-approved': { readonly firstName: string; readonly code: string };
  'affiliate-declined': { readonly firstName: string; readonly code: string };
  'commission-decided': {
    readonly firstName: string;
    readonly isAllowed: boolean;
    readonly amountCents: number;
    readonly reviewReason: ReviewReason | null;
    readonly reason: string;
  };
};

export const affiliatesTemplates: MailTemplates<AffiliateMailValues> = {
  'affiliate-application': ({ email, code, channel, audience, link }, { t }) => ({
    subject: t('affiliate_application_subject', { code }),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t('affiliate_application_lead') },
      {
        kind: 'table',
        rows: [
          { label: t('message_email'), value: email },
          { label: t('affiliate_application_code'), value: code },
          { label: t('affiliate_application_channel'), value: channel },
          { label: t('affiliate_application_audience'), value: audience },
        ],
      },
      { kind: 'link', text: t('affiliate_application_link'), href: link },
    ],
  }),

  'affiliate-approved': ({ firstName, code }, { t, url, locale }) => ({
    subject: t('affiliate_approved_subject'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('affiliate_approved_lead') },
      { kind: 'code', text: url(`/?ref=${code}`) },
      { kind: 'text', text: t('affiliate_approved_next') },
      { kind: 'link', text: t('affiliate_approved_link'), href: url(pathTo('affiliateDashboard', {}, locale)) },
      { kind: 'note', text: t('affiliate_approved_note') },
    ],
  }),

  'affiliate-declined': ({ firstName }, { t, url, locale }) => ({
    subject: t('affiliate_declined_subject'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t('affiliate_declined_lead') },
      { kind: 'link', text: t('affiliate_declined_link'), href: url(pathTo('affiliate', {}, locale)) },
    ],
  }),

  'commission-decided': (
    { firstName, isAllowed, amountCents, reviewReason, reason },
    { t, title, url, locale, money },
  ) => ({
    subject: title(isAllowed ? 'commission-allowed' : 'commission-refused'),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t(isAllowed ? 'commission_allowed_lead' : 'commission_refused_lead') },
      {
        kind: 'table',
        rows: [
          { label: t('commission_amount'), value: money(amountCents), strong: true },
          ...(reviewReason === null
            ? []
            : [{ label: t('commission_review'), value: t(`commission_review_${reviewReason}`) }]),
          { label: t('commission_reason'), value: reason },
        ],
      },
      { kind: 'link', text: t('affiliate_approved_link'), href: url(pathTo('affiliateDashboard', {}, locale)) },
    ],
  }),
};
