import { cleanCode } from './western-digits.ts';

/** A code as it is stored but for its case: with plain hyphens, and without spaces, accents, what nobody sees, and quotes. */
const spell = (typed: string) =>
  cleanCode(typed)
    .normalize('NFD')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\p{M}|^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');

/** A coupon however it was typed or pasted; codes are stored in capitals. */
export function normalizeCouponCode(typed: string): string {
  return spell(typed).toUpperCase();
}

/** An affiliate's code, which is stored in lower case. */
export function normalizeAffiliateCode(typed: string): string {
  return spell(typed).toLowerCase();
}
