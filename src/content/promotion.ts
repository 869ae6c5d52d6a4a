import type { Locale } from '#i18n/locales.ts';
import { getCatalog } from './catalog.ts';

export type Promotion = {
  readonly title: string;
  readonly text: string | null;
  readonly code: string;
  /** UTC ms. */
  readonly endsAt: number;
};

/** The enabled promotion. The caller must check whether it has ended. */
export function findPromotion(locale: Locale): Promotion | undefined {
  const { packageDiscount } = getCatalog().discounts;
  if (packageDiscount?.status !== 1) return undefined;
  const { title, offer, code, expiresAt } = packageDiscount;
  return { title: title[locale], text: offer?.[locale] ?? null, code, endsAt: expiresAt.getTime() };
}
