import { writeStored } from '#app/http/browser-storage.ts';
import { type Checkout, createCheckout } from '#app/orders/stores/checkout.ts';
import { storageKeys } from '#shared/core/constants.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { openPage } from '../support.ts';

export const classic: ProductSelection = {
  kind: 'evaluation',
  packageId: 'classic-25k',
  platform: 'dxfeed',
  addOns: [],
  coupon: '',
};

export const ada = {
  ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Ferreira', country: 'PT' },
  ...{ termsUse: 1, startNow: 1, renewalConsent: 1, contractInLocale: 0 },
} as const;

let browsers = 0;

/** Opens a checkout page in a browser that has bought nothing yet. */
export function openBrowser(): void {
  browsers += 1;
  openPage('/check-out/classic-25k');
  writeStored(storageKeys.sessionId, `browser-${browsers}`);
}

/** The buyer’s email address in the most recently opened browser. */
export const ownEmail = () => `ada-${browsers}@example.com`;

export function fill(checkout: Checkout, change: Partial<Record<keyof typeof ada, string | 0 | 1>> = {}): void {
  const values = { ...ada, email: ownEmail(), ...change };
  for (const [field, value] of Object.entries(values)) checkout.setBuyer(field as keyof typeof ada, value as never);
}

/** A checkout of a Classic 25K for $99.00, with its price on screen and the form filled in. */
export async function openCheckout(change: Parameters<typeof fill>[1] = {}, selection = classic) {
  const checkout = createCheckout(selection);
  fill(checkout, change);
  await checkout.refreshQuote();
  return checkout;
}
