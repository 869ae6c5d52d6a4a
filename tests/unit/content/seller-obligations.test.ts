import { describe, expect, test } from 'vitest';
import { type Catalog, readCatalog } from '#content/catalog.ts';
import { describeCompany, describeRegistration } from '#content/company.ts';
import { findOpenObligation, findUncheckedObligations } from '#content/seller-obligations.ts';

const catalog = readCatalog();

function sellFrom(company: Partial<Catalog['site']['company']>, refused = catalog.countries.refused): Catalog {
  const { site, countries } = catalog;
  return {
    ...catalog,
    site: { ...site, company: { ...site.company, ...company } },
    countries: { ...countries, refused },
  };
}

const text = (en: string) => ({ en, fr: en, pt: en });
const body = { name: 'Body', url: 'https://body.example/' };

describe('a seller’s duties', () => {
  test('are met by the sample firm in Illinois', () => {
    expect(findOpenObligation(catalog)).toBeNull();
  });

  test('are known for the countries that firms sell from', () => {
    expect(Object.keys(catalog.sellerObligations.countries)).toEqual(['US', 'PT', 'FR', 'GB', 'BR', 'DE', 'IE', 'CA']);
    expect(findOpenObligation(sellFrom({ country: 'NZ' }))).toBe(
      'content/catalog/seller-obligations.yaml: NZ is missing: write what a seller in New Zealand owes.',
    );
  });

  test('of a Portuguese seller are certified invoices, named one after another until another system does each', () => {
    const details = { country: 'PT', capital: text('Capital: €5,000'), complaintsBook: body, mediator: body };
    expect(findOpenObligation(sellFrom(details))).toBe(
      'content/site.yaml: a seller in Portugal owes invoices from certified software with ATCUD and QR code (Decreto-Lei 28/2019), which this software doesn’t do: name the system that does it as company.outsideSystems.certified-invoices.',
    );
    const outsideSystems = { 'certified-invoices': 'Biller', 'saf-t': 'Biller', 'vat-returns': 'Accountant' };
    expect(findOpenObligation(sellFrom({ ...details, outsideSystems }))).toBeNull();
  });

  test('of a French seller are its capital and a mediator', () => {
    expect(findOpenObligation(sellFrom({ country: 'FR' }))).toMatch(/set company\.capital\.$/);
    expect(findOpenObligation(sellFrom({ country: 'FR', capital: text('€1') }))).toMatch(/set company\.mediator\.$/);
  });

  test('that nobody has compared with their source are named in one sentence, if there are any', () => {
    expect(findUncheckedObligations(sellFrom({ country: 'US' }))).toBe(
      'content/catalog/seller-obligations.yaml: nobody has compared these duties of a seller with their source (United States): company-register. Let your counsel do so, and set checkedOn.',
    );
    expect(findUncheckedObligations(sellFrom({ country: 'GB' }))).toBeNull();
  });

  test('include a representative where it sells, unless it doesn’t sell there', () => {
    const { 'uk-representative': _, ...contacts } = catalog.site.company.contacts;
    expect(findOpenObligation(sellFrom({ contacts }))).toBe(
      'content/site.yaml: Representative in the United Kingdom (UK GDPR art. 27) is missing: set company.contacts.uk-representative, or refuse GB in content/catalog/countries.yaml.',
    );
    expect(findOpenObligation(sellFrom({ contacts }, [...catalog.countries.refused, 'GB']))).toBeNull();
  });
});

describe('the legal texts', () => {
  const describeFirm = (company: Partial<Catalog['site']['company']>) =>
    Object.fromEntries(describeCompany(sellFrom(company), 'en'));

  test('name a mediator and the complaints book only where the firm has them', () => {
    expect(describeFirm({}).mediation).toBe(
      'We aren’t a member of a consumer mediation body. The bodies below advise you free of charge.',
    );
    expect(describeFirm({ mediator: body }).mediation).toMatch(
      /^If we can’t agree, .* \[Body\]\(https:\/\/body\.example\/\)\./,
    );
    expect(describeFirm({ complaintsBook: body, contacts: {} }).contacts).toBe('| | [Body](https://body.example/) |');
  });

  test.each([
    ['en', 'United States', 'Ireland', 'United Kingdom'],
    ['fr', 'États-Unis', 'Irlande', 'Royaume-Uni'],
    ['pt', 'Estados Unidos', 'Irlanda', 'Reino Unido'],
  ] as const)('name the countries of the firm, its host and its representatives in %s', (locale, us, ie, gb) => {
    const { address, host, contacts = '' } = Object.fromEntries(describeCompany(catalog, locale));
    expect(address).toBe(`100 Sample Street, Suite 200, Chicago, IL 60601, ${us}`);
    expect(host).toBe(`Sample Hosting, 1 Server Lane, Ashburn, VA 20147, ${us}, +1 703 555 0100`);
    expect(contacts).toContain(`1 Sample Quay, Dublin, ${ie}, eu-privacy@`);
    expect(contacts).toContain(`1 Sample Lane, London, ${gb}, uk-privacy@`);
  });

  test('state the capital beside the register entry', () => {
    const { company } = sellFrom({ registration: text('RCS Paris 1'), capital: text('capital: €5,000') }).site;
    expect(describeRegistration(company, 'fr')).toBe('RCS Paris 1. capital: €5,000');
  });
});
