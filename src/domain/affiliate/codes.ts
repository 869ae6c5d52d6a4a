/** An affiliate's link code: what follows `?ref=`. */
export const affiliateCode = /^[a-z0-9](?:[a-z0-9-]{1,28}[a-z0-9])$/;

/** A coupon that an affiliate chose: starts with a letter, so that it can't look like a number of ours. */
export const affiliateCoupon = /^[A-Z][A-Z0-9]{3,15}$/;

/** Codes that would look like the firm speaking. */
const reserved: ReadonlySet<string> = new Set([
  ...['admin', 'affiliate', 'api', 'discount', 'free', 'help', 'official', 'refund', 'sale', 'staff', 'support'],
]);

/** Whether the firm keeps the code, or its first part, for itself. */
export function isReservedCode(code: string, brand: string): boolean {
  const plain = code.toLowerCase().replaceAll('-', '');
  return reserved.has(plain) || plain.startsWith(brand.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
