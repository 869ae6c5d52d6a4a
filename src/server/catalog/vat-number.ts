import { libraries } from '#server/core/libraries.ts';

/**
 * VAT prefixes of the EU and its neighbors, with the validator of each in `stdnum`. Greece uses EL although its country
 * code is GR, and Northern Ireland XI, with British numbers.
 */
const validators = {
  AT: 'uid',
  BE: 'vat',
  BG: 'vat',
  CH: 'vat',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  EL: 'vat',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  GB: 'vat',
  HR: 'oib',
  HU: 'anum',
  IE: 'vat',
  IT: 'iva',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MT: 'vat',
  NL: 'btw',
  NO: 'mva',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  SE: 'vat',
  SI: 'ddv',
  SK: 'dph',
  XI: 'vat',
} as const;

/** Where the library's country differs from the prefix. */
const libraryCountries: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

function isPrefix(text: string): text is keyof typeof validators {
  return text in validators;
}

/**
 * Normalizes a VAT number to its official spelling without spaces, such as `PT501964843`, `EL094259216` or
 * `CHE107787577MWST`; null if the prefix, format or check digits are wrong, unless it is a vendor's test number.
 */
export async function readVatNumber(
  typed: string,
  { isTestNumber }: { readonly isTestNumber: (vatNumber: string) => boolean },
): Promise<string | null> {
  const written = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '');
  const number = written.replace(/^GR/, 'EL');
  const prefix = number.slice(0, 2);
  if (!isPrefix(prefix)) return null;
  if (isTestNumber(number)) return number;
  const { stdnum } = await libraries.vatNumbers();
  const validator = stdnum[libraryCountries[prefix] ?? prefix]?.[validators[prefix]];
  return validator?.validate(number.replace(/^XI/, 'GB')).isValid ? number : null;
}
