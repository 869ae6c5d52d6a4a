import type { Locale } from '#i18n/locales.ts';
import { promotionCents } from '#shared/catalog/coupon.ts';
import { getCatalog } from './catalog.ts';
import type { Offer } from './programs.ts';

export type Promotion = {
  readonly title: string;
  readonly text: string | null;
  readonly code: string;
  /** UTC ms. */
  readonly endsAt: number;
};

function findDiscount() {
  const { packageDiscount } = getCatalog().discounts;
  return packageDiscount?.status === 1 ? packageDiscount : undefined;
}

/** The enabled promotion. The caller must check whether it has ended. */
export function findPromotion(locale: Locale): Promotion | undefined {
  const discount = findDiscount();
  if (!discount) return undefined;
  const { title, offer, code, expiresAt } = discount;
  return { title: title[locale], text: offer?.[locale] ?? null, code, endsAt: expiresAt.getTime() };
}

/** A package's price with the enabled promotion, also an ended one; undefined if it isn't for this program. */
export function findDiscountedCents(offer: Pick<Offer, 'program' | 'priceCents'>): number | undefined {
  const discount = findDiscount();
  return discount && promotionCents(discount, offer);
}
