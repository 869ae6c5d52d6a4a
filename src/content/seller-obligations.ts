import { countryName } from '#lib/country-name.ts';
import type { Catalog } from './catalog.ts';
import { contactRoles } from './seller-schemas.ts';

type Seller = Pick<Catalog, 'site' | 'sellerObligations' | 'countries'>;

/**
 * The first duty of the seller that nothing meets: one by the law of its country, or a contact where it sells.
 * @returns one sentence for the operator, or null
 */
export function findOpenObligation({ site, sellerObligations, countries }: Seller): string | null {
  const { company } = site;
  const duties = sellerObligations.countries[company.country];
  const place = countryName(company.country, 'en');
  if (duties === undefined)
    return `content/catalog/seller-obligations.yaml: ${company.country} is missing: write what a seller in ${place} owes.`;
  for (const entry of duties) {
    if (entry.means === 'detail' && company[entry.detail] === undefined)
      return `content/site.yaml: a seller in ${place} owes ${entry.what}: set company.${entry.detail}.`;
    if (entry.means === 'outside' && company.outsideSystems[entry.duty] === undefined)
      return `content/site.yaml: a seller in ${place} owes ${entry.what}, which this software doesn’t do: name the system that does it as company.outsideSystems.${entry.duty}.`;
  }
  const sellsTo = (country: string) => !countries.refused.includes(country);
  for (const role of contactRoles) {
    const { buyers, notFor, label } = sellerObligations.contacts[role];
    const isOwed = buyers.some(sellsTo) && !notFor.includes(company.country);
    if (isOwed && company.contacts[role] === undefined)
      return `content/site.yaml: ${label.en} is missing: set company.contacts.${role}, or refuse ${buyers.join(', ')} in content/catalog/countries.yaml.`;
  }
  return null;
}

/**
 * The duties of the seller's country that nobody has compared with their source, which a firm shouldn't rely on.
 * @returns one sentence for the operator, or null
 */
export function findUncheckedObligations({ site, sellerObligations }: Seller): string | null {
  const { country } = site.company;
  const duties = sellerObligations.countries[country]?.filter(({ checkedOn }) => checkedOn === undefined) ?? [];
  if (duties.length === 0) return null;
  const names = duties.map(({ duty }) => duty).join(', ');
  return `content/catalog/seller-obligations.yaml: nobody has compared these duties of a seller with their source (${countryName(country, 'en')}): ${names}. Let your counsel do so, and set checkedOn.`;
}
