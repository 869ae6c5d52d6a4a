import { libraries } from '#server/core/libraries.ts';

/** The EU's VAT prefixes, with the validator of each in `stdnum`. Greece uses EL although its country code is GR. */
const validators = {
  AT: 'uid',
  BE: 'vat',
  BG: 'vat',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  EL: 'vat',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  HR: 'oib',
  HU: 'anum',
  IE: 'vat',
  IT: 'iva',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MT: 'vat',
  NL: 'btw',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  SE: 'vat',
  SI: 'ddv',
  SK: 'dph',
} as const;

function isPrefix(text: string): text is keyof typeof validators {
  return text in validators;
}

/**
 * Normalizes an EU VAT number to its official spelling, such as `PT501964843`; null if the prefix, format or check
 * digits are wrong. Doesn't check that it is registered, because the Commission's register is often unreachable.
 */
export async function readVatNumber(typed: string): Promise<string | null> {
  const number = typed.toUpperCase().replace(/[\s.\-/]/g, '');
  const prefix = number.slice(0, 2);
  if (!isPrefix(prefix)) return null;
  const { stdnum } = await libraries.vatNumbers();
  const validator = stdnum[prefix === 'EL' ? 'GR' : prefix]?.[validators[prefix]];
  return validator?.validate(number).isValid ? number : null;
}
