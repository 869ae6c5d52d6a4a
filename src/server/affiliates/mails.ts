import { pathTo } from '#routes.ts';
import * as layout from '#server/core/mail/layout.ts';
import type { DecidedCommission } from './decide-commission.ts';

export type AffiliateMailValues = {
  /** To staff; `link` is the absolute URL of the page where they decide. */
  'affiliate-application': {
    readonly email: string;
    readonly code: string;
    readonly channel: string;
    readonly audience: string;
    readonly link: string;
  };
  'affiliate-approved': { readonly code: string };
  'affiliate-declined': { readonly code: string };
  'commission-decided': Omit<DecidedCommission, 'affiliateId' | 'commissionId'>;
};

export const affiliatesTemplates: layout.MailTemplates<AffiliateMailValues> = {
  'affiliate-application': ({ email, code, channel, audience, link }, { t }) => ({
    subject: t('affiliate_application_subject', { code }),
    blocks: [
      layout.textBlock(t('affiliate_application_lead')),
      layout.tableBlock([
        { label: t('message_email'), value: email },
        { label: t('affiliate_application_code'), value: code },
        { label: t('affiliate_application_channel'), value: channel },
        { label: t('affiliate_application_audience'), value: audience },
      ]),
      layout.linkBlock(t('affiliate_application_link'), link),
    ],
  }),

  'affiliate-approved': ({ code }, { t, url, locale }) => ({
    subject: t('affiliate_approved_subject'),
    blocks: [
      layout.textBlock(t('affiliate_approved_lead')),
      layout.codeBlock(url(`/?ref=${code}`)),
      layout.textBlock(t('affiliate_approved_next')),
      layout.linkBlock(t('affiliate_approved_link'), url(pathTo('affiliateDashboard', {}, locale))),
      layout.noteBlock(t('affiliate_approved_note')),
    ],
  }),

  'affiliate-declined': (_values, { t, url, locale }) => ({
    subject: t('affiliate_declined_subject'),
    blocks: [
      layout.textBlock(t('affiliate_declined_lead')),
      layout.linkBlock(t('affiliate_declined_link'), url(pathTo('affiliate', {}, locale))),
    ],
  }),

  'commission-decided': ({ isAllowed, amountCents, reviewReason, reason }, { t, title, url, locale, money }) => ({
    subject: title(isAllowed ? 'commission-allowed' : 'commission-refused'),
    blocks: [
      layout.textBlock(t(isAllowed ? 'commission_allowed_lead' : 'commission_refused_lead')),
      layout.tableBlock([
        { label: t('commission_amount'), value: money(amountCents), strong: true },
        ...(reviewReason === null
          ? []
          : [{ label: t('commission_review'), value: t(`commission_review_${reviewReason}`) }]),
        { label: t('commission_reason'), value: reason },
      ]),
      layout.linkBlock(t('affiliate_approved_link'), url(pathTo('affiliateDashboard', {}, locale))),
    ],
  }),
};
