import type { Site } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { pathTo } from '#routes.ts';

export type NavLink = {
  readonly label: string;
  readonly href: string;
  readonly hint?: string;
  readonly external?: true;
};
export type NavGroup = { readonly title?: string; readonly links: readonly NavLink[] };
export type NavMenu = { readonly label: string; readonly groups: readonly NavGroup[] };

export function getMenus(locale: Locale, site: Site): readonly NavMenu[] {
  const t = getT(locale, 'nav');
  const externalLink = (label: string, href: string): NavLink => ({ label, href, external: true });
  return [
    {
      label: t('accounts'),
      groups: [
        {
          links: [
            { label: t('classic'), href: pathTo('classicAccounts', {}, locale), hint: t('classicHint') },
            { label: t('ascension'), href: pathTo('ascensionAccounts', {}, locale), hint: t('ascensionHint') },
            { label: t('merit'), href: pathTo('meritAccounts', {}, locale), hint: t('meritHint') },
          ],
        },
      ],
    },
    {
      label: t('ecosystem'),
      groups: [
        {
          title: t('tools'),
          links: [
            { label: t('instantLogger'), href: pathTo('instantLogger', {}, locale) },
            { label: t('thor'), href: pathTo('thor', {}, locale) },
          ],
        },
        {
          title: t('components'),
          links: [{ label: t('performanceReview'), href: pathTo('performanceReview', {}, locale) }],
        },
      ],
    },
    {
      label: t('resources'),
      groups: [
        {
          links: [
            { label: t('faq'), href: pathTo('faq', {}, locale) },
            { label: t('connectionGuide'), href: pathTo('connectionGuide', {}, locale) },
            { label: t('blog'), href: pathTo('blog', {}, locale) },
            { label: t('contact'), href: pathTo('contact', {}, locale) },
            { label: t('cfdFutures'), href: pathTo('cfdFutures', {}, locale) },
            { label: t('affiliateProgram'), href: pathTo('affiliateProgram', {}, locale) },
          ],
        },
      ],
    },
    {
      label: t('more'),
      groups: [
        {
          links: [
            externalLink(t('academy'), site.links.academy),
            externalLink(t('press'), site.links.press),
            externalLink(t('shop'), site.links.shop),
            externalLink(t('reviews'), site.links.reviews),
          ],
        },
      ],
    },
  ];
}
