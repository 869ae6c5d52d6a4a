import { cleanCode } from '#lib/western-digits.ts';

export type RoutingProblem = 'required' | 'routing_length' | 'routing_district' | 'routing_checksum';
const weights = [3, 7, 1] as const;

/** Federal Reserve districts, thrift institutions and electronic transactions. 80, traveler's checks, is excluded. */
function isDistrict(prefix: number): boolean {
  return (prefix >= 1 && prefix <= 12) || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72);
}

/** Parses a routing number: nine digits whose sum, weighted 3-7-1, is a multiple of ten. */
export function readRoutingNumber(
  text: string,
): { readonly routingNumber: string } | { readonly problem: RoutingProblem } {
  const digits = cleanCode(text).replaceAll('-', '');
  if (digits === '') return { problem: 'required' };
  if (!/^\d{9}$/.test(digits)) return { problem: 'routing_length' };
  if (!isDistrict(Number(digits.slice(0, 2)))) return { problem: 'routing_district' };
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0 ? { routingNumber: digits } : { problem: 'routing_checksum' };
}

/** Parses an ACH account number, which has at most 17 digits and no checksum. */
export function readAccountNumber(
  text: string,
): { readonly accountNumber: string } | { readonly problem: 'required' | 'account_number' } {
  const digits = cleanCode(text).replaceAll('-', '');
  if (digits === '') return { problem: 'required' };
  return /^\d{4,17}$/.test(digits) && !/^0+$/.test(digits) ? { accountNumber: digits } : { problem: 'account_number' };
}
