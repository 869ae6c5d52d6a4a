import { pathTo } from '#routes.ts';
import {
  codeBlock,
  linkBlock,
  type MailTemplates,
  noteBlock,
  tableBlock,
  textBlock,
} from '#server/core/mail/layout.ts';
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
  'affiliate-approved': { readonly code: string };
  'affiliate-declined': { readonly code: string };
  'commission-decided': {
    readonly isAllowed: boolean;
    readonly amountCents: number;
    readonly reviewReason: ReviewReason | null;
    readonly reason: string;
  };
};

export const affiliatesTemplates: MailTemplates<AffiliateMailValues> = {
  'affiliate-application': ({ email, code, channel, audience, link }, { t }) => ({
    subject: t('affiliate_application_subject', { code }),
    blocks: [
      textBlock(t('affiliate_application_lead')),
      tableBlock([
        { label: t('message_email'), value: email },
        { label: t('affiliate_application_code'), value: code },
        { label: t('affiliate_application_channel'), value: channel },
        { label: t('affiliate_application_audience'), value: audience },
      ]),
      linkBlock(t('affiliate_application_link'), link),
    ],
  }),

  'affiliate-approved': ({ code }, { t, url, locale }) => ({
    subject: t('affiliate_approved_subject'),
    blocks: [
      textBlock(t('affiliate_approved_lead')),
      codeBlock(url(`/?ref=${code}`)),
      textBlock(t('affiliate_approved_next')),
      linkBlock(t('affiliate_approved_link'), url(pathTo('affiliateDashboard', {}, locale))),
      noteBlock(t('affiliate_approved_note')),
    ],
  }),

  'affiliate-declined': (_values, { t, url, locale }) => ({
    subject: t('affiliate_declined_subject'),
    blocks: [
      textBlock(t('affiliate_declined_lead')),
      linkBlock(t('affiliate_declined_link'), url(pathTo('affiliate', {}, locale))),
    ],
  }),

  'commission-decided': ({ isAllowed, amountCents, reviewReason, reason }, { t, title, url, locale, money }) => ({
    subject: title(isAllowed ? 'commission-allowed' : 'commission-refused'),
    blocks: [
      textBlock(t(isAllowed ? 'commission_allowed_lead' : 'commission_refused_lead')),
      tableBlock([
        { label: t('commission_amount'), value: money(amountCents), strong: true },
        ...(reviewReason === null
          ? []
          : [{ label: t('commission_review'), value: t(`commission_review_${reviewReason}`) }]),
        { label: t('commission_reason'), value: reason },
      ]),
      linkBlock(t('affiliate_approved_link'), url(pathTo('affiliateDashboard', {}, locale))),
    ],
  }),
};
