import type { Site } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { pathTo } from '#routes.ts';
import type { NavLink } from './nav-links.ts';

type Column = { readonly title: string; readonly links: readonly NavLink[] };

/** The FAQ pages about Instant Logger and about accepted countries. */
const instantLoggerAnswer = { categoryId: '7', faqId: '141' };
const countriesAnswer = { categoryId: '2', faqId: '41' };

export function getFooterColumns(locale: Locale, site: Site): readonly Column[] {
  const t = getT(locale, 'footer');
  const nav = getT(locale, 'nav');
  const { marketData, clearing, clearingFirm } = site.providers;
  const { complaintsBook: book } = site.company;
  return [
    {
      title: t('poweredBy'),
      links: [
        { label: t('marketData', { name: marketData.name }), href: marketData.url, external: true },
        { label: t('clearing', { name: clearing.name }), href: clearing.url, external: true },
        ...(clearingFirm === undefined
          ? []
          : [{ label: t('clearingFirm', clearingFirm), href: clearingFirm.url, external: true as const }]),
        { label: t('instantLoggerFaq'), href: pathTo('faqDetail', instantLoggerAnswer, locale) },
        { label: nav('academy'), href: site.links.academy, external: true },
        { label: nav('performanceReview'), href: pathTo('performanceReview', {}, locale) },
        { label: nav('thor'), href: pathTo('thor', {}, locale) },
      ],
    },
    {
      title: t('help'),
      links: [
        { label: t('helpCenter'), href: pathTo('faq', {}, locale) },
        { label: nav('contact'), href: pathTo('contact', {}, locale) },
        { label: t('featureRequest'), href: pathTo('featureRequest', {}, locale) },
        { label: t('payoutStatistics'), href: pathTo('payoutStatistics', {}, locale) },
      ],
    },
    {
      title: t('policies'),
      links: [
        { label: t('privacy'), href: pathTo('privacyPolicy', {}, locale) },
        { label: t('risk'), href: pathTo('terms', {}, locale) },
        { label: t('terms'), href: pathTo('terms', {}, locale) },
        { label: t('billing'), href: pathTo('billingTerms', {}, locale) },
        { label: t('payoutPolicy'), href: pathTo('payoutPolicy', {}, locale) },
        { label: t('subscriptionCancellation'), href: pathTo('subscriptionCancellation', {}, locale) },
        { label: t('contractCancellation'), href: pathTo('contractCancellation', {}, locale) },
        { label: t('countries'), href: pathTo('faqDetail', countriesAnswer, locale) },
      ],
    },
    {
      title: t('legal'),
      links: [
        { label: t('legalNotice'), href: pathTo('legalNotice', {}, locale) },
        { label: t('cookies'), href: pathTo('cookies', {}, locale) },
        { label: t('complaints'), href: pathTo('complaints', {}, locale) },
        ...(book === undefined ? [] : [{ label: book.name, href: book.url, external: true as const }]),
        { label: t('accessibility'), href: pathTo('accessibility', {}, locale) },
        { label: t('antiMoneyLaundering'), href: pathTo('antiMoneyLaundering', {}, locale) },
        { label: t('fundedTraderAgreement'), href: pathTo('fundedTraderAgreement', {}, locale) },
        { label: t('affiliateAgreement'), href: pathTo('affiliateAgreement', {}, locale) },
      ],
    },
  ];
}

const socialNames = {
  x: 'X',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  discord: 'Discord',
  tiktok: 'TikTok',
} as const satisfies Record<keyof Site['socials'], string>;

export function getSocials({ socials }: Site): readonly { name: string; href: string }[] {
  return (Object.keys(socialNames) as (keyof typeof socialNames)[]).map((network) => ({
    name: socialNames[network],
    href: socials[network],
  }));
}
