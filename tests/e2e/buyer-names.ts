/** Who tests/e2e/buyers.ts prepares: a test that is tried again finds somebody fresh. */
export const buyers = [
  { platform: 'rithmic', attempt: 0 },
  { platform: 'rithmic', attempt: 1 },
  { platform: 'dxfeed', attempt: 0 },
  { platform: 'dxfeed', attempt: 1 },
] as const;

export type Buyer = (typeof buyers)[number];
export type BuyerName = Buyer & { readonly email: string };
export type Platform = Buyer['platform'];

export const buyerPassword = 'quiet harbour at noon';

export function emailOf({ platform, attempt }: { platform: Platform; attempt: number }): string {
  return `buyer-${platform}-${attempt}@example.com`;
}
