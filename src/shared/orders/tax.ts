/** What a tax is called. VAT is the only one that we collect; `igic` and `ipsi` are local taxes of Spanish territories. */
export const taxNames = ['vat', 'igic', 'ipsi', 'none'] as const;

export type TaxName = (typeof taxNames)[number];

/** A row of content/catalog/taxes.yaml: a country, or the part of it that its postal codes name. */
export type TaxTerritory = {
  readonly country: string;
  /** Beginnings of postal codes, such as `35`, or ranges of beginnings, such as `9000-9499`. */
  readonly postalCodes?: readonly string[] | undefined;
  readonly tax: TaxName;
  readonly rateBps: number;
  /** How its VAT numbers begin, if not with the country's code. */
  readonly vatPrefix?: string | undefined;
};

/** content/catalog/taxes.yaml; in a `reverseCharge` area, companies with a number that begins so owe the VAT themselves. */
export type TaxRules = {
  readonly territories: readonly TaxTerritory[];
  readonly reverseCharge: readonly { readonly prefixes: readonly string[] }[];
};

/** What a tax depends on; the postal code as `readPostalCode` returns it, and an official VAT number. */
export type TaxedBuyer = {
  readonly country: string;
  readonly postalCode: string | null;
  readonly vatNumber: string | null;
};

export type Tax = { readonly name: TaxName; readonly rateBps: number };

/** The tax that a price contains for a buyer. @param seller the seller's country */
export function taxOf(rules: TaxRules, buyer: TaxedBuyer, seller: string): Tax {
  const territory = findTerritory(rules, buyer);
  if (territory === undefined) return { name: 'none', rateBps: 0 };
  const { tax: name, rateBps } = territory;
  const isDueByBuyer = name === 'vat' && isReverseCharged(rules, territory, buyer.vatNumber, seller);
  return { name, rateBps: isDueByBuyer ? 0 : rateBps };
}

/** Whether a price contains no VAT because the buyer accounts for it. */
export function isReverseCharge({ name, rateBps }: Tax): boolean {
  return name === 'vat' && rateBps === 0;
}

export function countriesWithPostalTerritories(
  territories: readonly Pick<TaxTerritory, 'country' | 'postalCodes'>[],
): ReadonlySet<string> {
  return new Set(territories.flatMap(({ country, postalCodes }) => (postalCodes === undefined ? [] : [country])));
}

const withLetters = new Set(['CA', 'GB']);

/** Postal codes by country, without spaces and signs; Portuguese ones are also known by their first four digits. */
const postalCodeFormats: Readonly<Record<string, RegExp>> = {
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  ...{ AT: /^\d{4}$/, DE: /^\d{5}$/, DK: /^\d{4}$/ },
  ...{ ES: /^\d{5}$/, FI: /^\d{5}$/, FR: /^\d{5}$/, GR: /^\d{5}$/, IT: /^\d{5}$/ },
  ...{ GB: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/, PT: /^\d{4}(\d{3})?$/ },
};

/** Whether postal codes of a country can be read; only such a country can have territories of its own tax. */
export const hasPostalCodeFormat = (country: string) => Object.hasOwn(postalCodeFormats, country);

/**
 * A postal code as it is compared, without spaces and country: `35001`, `9000123`, `BT71AA`, `H2X1Y4`.
 * @returns null if the country has no such code
 */
export function readPostalCode(country: string, typed: string): string | null {
  const code = withLetters.has(country) ? typed.toUpperCase().replace(/[^A-Z0-9]/g, '') : typed.replace(/\D/g, '');
  return postalCodeFormats[country]?.test(code) ? code : null;
}

type Place = Pick<TaxedBuyer, 'country' | 'postalCode'>;

/** The row with the longest matching beginning, else the country's own. */
function findTerritory({ territories }: TaxRules, { country, postalCode }: Place): TaxTerritory | undefined {
  let found: TaxTerritory | undefined;
  let foundLength = -1;
  for (const territory of territories) {
    if (territory.country !== country) continue;
    const length = territory.postalCodes === undefined ? 0 : matchedLength(territory.postalCodes, postalCode ?? '');
    if (length > foundLength) [found, foundLength] = [territory, length];
  }
  return found;
}

/** The row that a place falls in, such as `FR` or `PT 9000-9499`; null if no tax of it is known. */
export function nameTerritory(rules: TaxRules, place: Place): string | null {
  const territory = findTerritory(rules, place);
  return territory ? [territory.country, territory.postalCodes?.join(', ')].filter(Boolean).join(' ') : null;
}

function matchedLength(ranges: readonly string[], postalCode: string): number {
  const lengths = ranges.map((range) => {
    const [from = '', to = from] = range.split('-');
    const start = postalCode.slice(0, from.length);
    return start >= from && start <= to ? from.length : -1;
  });
  return Math.max(...lengths);
}

/** How the VAT numbers of a place begin: those of Monaco as France's. */
function vatPrefixOf(rules: TaxRules, place: Place): string {
  return findTerritory(rules, place)?.vatPrefix ?? place.country;
}

/** The country of a VAT number. Northern Ireland has numbers of its own beside British ones. */
const stateOf = (vatNumber: string) => vatNumber.slice(0, 2).replace('XI', 'GB');

/** A company with a valid number of its own country, which isn't the seller's. */
function isReverseCharged(
  rules: TaxRules,
  { country, vatPrefix = country }: TaxTerritory,
  vatNumber: string | null,
  seller: string,
): boolean {
  if (vatNumber === null || stateOf(vatNumber) !== vatPrefix) return false;
  const isSellers = vatPrefix === vatPrefixOf(rules, { country: seller, postalCode: null });
  return !isSellers && rules.reverseCharge.some(({ prefixes }) => prefixes.includes(vatPrefix));
}

/** Whether a VAT number was issued where the buyer is. */
export function fitsCountry(rules: TaxRules, vatNumber: string, place: Place): boolean {
  return stateOf(vatNumber) === vatPrefixOf(rules, place);
}
