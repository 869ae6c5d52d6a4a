/** The people that tests/e2e/buyers.ts prepares, one per test and attempt, so that a retried test gets a fresh one. */
export const buyers = [
  { name: 'walker', platform: 'rithmic', attempt: 0 },
  { name: 'walker', platform: 'rithmic', attempt: 1 },
  { name: 'walker', platform: 'dxfeed', attempt: 0 },
  { name: 'walker', platform: 'dxfeed', attempt: 1 },
  { name: 'hasty', platform: 'rithmic', attempt: 0 },
  { name: 'hasty', platform: 'rithmic', attempt: 1 },
  { name: 'behind', platform: 'dxfeed', attempt: 0 },
  { name: 'behind', platform: 'dxfeed', attempt: 1 },
  { name: 'forgetful', platform: 'rithmic', attempt: 0 },
  { name: 'forgetful', platform: 'rithmic', attempt: 1 },
  { name: 'earner', platform: 'rithmic', attempt: 0 },
  { name: 'earner', platform: 'rithmic', attempt: 1 },
  { name: 'earner', platform: 'dxfeed', attempt: 0 },
  { name: 'earner', platform: 'dxfeed', attempt: 1 },
  { name: 'referrer', platform: 'rithmic', attempt: 0 },
  { name: 'referrer', platform: 'rithmic', attempt: 1 },
  { name: 'referrer', platform: 'dxfeed', attempt: 0 },
  { name: 'referrer', platform: 'dxfeed', attempt: 1 },
  { name: 'weekender', platform: 'rithmic', attempt: 0 },
  { name: 'weekender', platform: 'rithmic', attempt: 1 },
] as const;

/** Prepared in a database of its own, because a trading day ends between two runs of its server. */
export const finisher = { name: 'finisher', platform: 'rithmic', attempt: 0 } as const;

type Buyer = (typeof buyers)[number] | typeof finisher;
export type BuyerName = Pick<Buyer, 'name' | 'platform'> & { readonly attempt: number; readonly email: string };

export const buyerPassword = 'quiet harbour at noon';

/** 20 % off every Classic evaluation. The catalogue’s discounts end. */
export const classicCoupon = 'CLASSIC-20';

export function emailOf({ name, platform, attempt }: Pick<Buyer, 'name' | 'platform'> & { attempt: number }): string {
  return `${name}-${platform}-${attempt}@example.com`;
}
