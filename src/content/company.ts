import type { Locale } from '#i18n/locales.ts';
import { countryName } from '#lib/country-name.ts';
import { addressLines } from '#lib/postal-address.ts';
import type { Catalog, Site } from './catalog.ts';
import { contactRoles } from './seller-schemas.ts';

/** The register entry, with the share capital where the firm has one: both stand together on letters and receipts. */
export function describeRegistration({ registration, capital }: Site['company'], locale: Locale): string {
  return capital === undefined ? registration[locale] : `${registration[locale]}. ${capital[locale]}`;
}

export function contactOf(
  { supportEmail, legalName, company }: Site,
  locale: Locale,
): { support: string; address: string } {
  return { support: supportEmail, address: [legalName, ...addressLines(company, locale)].join(', ') };
}

const link = ({ name, url }: { readonly name: string; readonly url: string }) => `[${name}](${url})`;

/** What texts can say about the firm: variable → Markdown. */
export function describeCompany({ site, sellerObligations }: Catalog, locale: Locale): [string, string][] {
  const { company } = site;
  const { host, mediator, dataAuthority, complaintsBook, contacts } = company;
  const { named, none } = sellerObligations.mediation;
  const people = contactRoles.flatMap((role) => {
    const contact = contacts[role];
    if (contact === undefined) return [];
    const where = contact.postal === undefined ? [] : addressLines(contact.postal, locale);
    const parts = [contact.name, ...where, contact.email];
    return [`| ${sellerObligations.contacts[role].label[locale]} | ${parts.join(', ')} |`];
  });
  const book = complaintsBook === undefined ? [] : [`| | ${link(complaintsBook)} |`];
  return [
    ['country', countryName(company.country, locale)],
    ['form', company.form[locale]],
    ['registration', describeRegistration(company, locale)],
    ['regulator', company.regulator[locale]],
    ['governingLaw', company.governingLaw[locale]],
    ['courts', company.courts[locale]],
    ['address', addressLines(company, locale).join(', ')],
    ['phone', company.phone],
    ['taxNumber', company.taxNumber],
    ['publisher', company.publisher],
    ['host', [host.name, ...addressLines(host, locale), host.phone].join(', ')],
    ['mediation', mediator === undefined ? none[locale] : named[locale].replace('{mediator}', link(mediator))],
    ['contacts', [...people, ...book].join('\n')],
    ['dataAuthority', link(dataAuthority)],
  ];
}
