import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import type billing from '#locales/en/billing.json';
import type { PlatformName } from '#shared/catalog/platforms.ts';

export const { defineIsland, useTexts } = createIslands<typeof billing>();

export type BillingTexts = Texts<typeof billing>;

export type BillingProps = IslandProps<typeof billing>;

/** Where the firm receives messages and letters. */
export type Contact = { readonly support: string; readonly address: string };

/** Market data on sale, and its professional price per month. */
export type MarketDataDetails = {
  readonly professionalCents: number;
  readonly dataPackages: readonly {
    readonly id: string;
    readonly priceCents: number;
    readonly depth: boolean;
    readonly platforms: readonly PlatformName[];
  }[];
};

/** The id of the heading above the subscriptions. */
export const subscriptionsTitle = 'subscriptions';

export function dayText(at: number, locale: Locale): string {
  return formatBillingDate(at, locale, 'medium');
}
