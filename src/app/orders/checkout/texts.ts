import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type checkout from '#locales/en/checkout.json';
import type { CheckoutRoute } from '#routes/checkouts.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { AddOn, BillingInterval } from '#shared/orders/types.ts';

export const { defineIsland, useTexts } = createIslands<typeof checkout>();

export type CheckoutTexts = Texts<typeof checkout>;

export type PackageDetails = {
  readonly id: string;
  readonly name: string;
  readonly billing: 'once' | BillingInterval;
  readonly priceCents: number;
  readonly resetPriceCents: number | null;
  readonly activationPriceCents: number | null;
  readonly addOns: readonly AddOn[];
  readonly rules: AccountRules;
};

export type AddOnDetails = { readonly id: AddOn; readonly priceCents: number };

export type CheckoutProps = IslandProps<typeof checkout> & {
  readonly route: CheckoutRoute;
  readonly platforms: readonly PlatformName[];
  readonly packages: readonly PackageDetails[];
  readonly addOns: readonly AddOnDetails[];
  /** The professional price per exchange and month, in cents. */
  readonly professionalCents: number;
};
