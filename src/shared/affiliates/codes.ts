/** An affiliate's link code: what follows `?ref=`. */
export const affiliateCode = /^[a-z0-9](?:[a-z0-9-]{1,28}[a-z0-9])$/;

/** A coupon code chosen by an affiliate. It starts with a letter, so it can't look like one of our numbers. */
export const affiliateCoupon = /^[A-Z][A-Z0-9]{3,15}$/;

/** Codes that would look like they come from the firm. */
const reserved: ReadonlySet<string> = new Set([
  ...['admin', 'affiliate', 'api', 'discount', 'free', 'help', 'official', 'refund', 'sale', 'staff', 'support'],
]);

/** Whether the firm reserves the code, or the start of it, for itself. */
export function isReservedCode(code: string, brand: string): boolean {
  const normalized = code.toLowerCase().replaceAll('-', '');
  return reserved.has(normalized) || normalized.startsWith(brand.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
