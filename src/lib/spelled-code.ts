import { cleanCode } from './western-digits.ts';

/** A code as it is stored but for its case: without spaces and invisible signs, and with plain hyphens. */
const spell = (typed: string) => cleanCode(typed).replace(/\p{Pd}/gu, '-');

/** A coupon however it was typed or pasted; codes are stored in capitals. */
export function normalizeCouponCode(typed: string): string {
  return spell(typed).toUpperCase();
}

/** An affiliate's code, which is stored in lower case. */
export function normalizeAffiliateCode(typed: string): string {
  return spell(typed).toLowerCase();
}
