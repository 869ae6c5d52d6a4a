/** The people that tests/e2e/buyers.ts prepares, one per test. */
export const buyers = [
  { name: 'walker', platform: 'rithmic' },
  { name: 'walker', platform: 'dxfeed' },
  { name: 'hasty', platform: 'rithmic' },
  { name: 'behind', platform: 'dxfeed' },
  { name: 'forgetful', platform: 'rithmic' },
  { name: 'earner', platform: 'rithmic' },
  { name: 'earner', platform: 'dxfeed' },
  { name: 'payable', platform: 'rithmic' },
  { name: 'payable', platform: 'dxfeed' },
  // The bot of core/figures.test.ts, in each language.
  { name: 'figures-en', platform: 'rithmic' },
  { name: 'figures-fr', platform: 'rithmic' },
  { name: 'figures-pt', platform: 'rithmic' },
  { name: 'referrer', platform: 'rithmic' },
  { name: 'referrer', platform: 'dxfeed' },
  { name: 'weekender', platform: 'rithmic' },
] as const;

/** Prepared in a database of its own, because a trading day ends between two runs of its server. */
export const finisher = { name: 'finisher', platform: 'rithmic' } as const;

type Buyer = (typeof buyers)[number] | typeof finisher;
export type BuyerName = Pick<Buyer, 'name' | 'platform'> & { readonly email: string };

export const buyerPassword = 'quiet harbor at noon';

/** 20 % off every Classic evaluation. The catalog’s discounts end. */
export const classicCoupon = 'CLASSIC-20';

export function emailOf({ name, platform }: Pick<Buyer, 'name' | 'platform'>): string {
  return `${name}-${platform}@example.com`;
}
