import type { Locale } from '#i18n/locales.ts';
import { discountCents } from '#shared/catalog/coupon.ts';
import { getCatalog, type Program } from './catalog.ts';
import type { Offer } from './programs.ts';

export type Promotion = {
  readonly title: string;
  readonly text: string | null;
  readonly code: string;
  readonly programs: readonly Program[];
  /** Later payments of a subscription cost the regular price. */
  readonly firstPaymentOnly: boolean;
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
  const { title, offer, code, programs, expiresAt } = discount;
  const firstPaymentOnly = getCatalog().packages.evaluations.some(
    ({ program, billing }) => programs.includes(program) && billing !== 'once',
  );
  return {
    title: title[locale],
    text: offer?.[locale] ?? null,
    code,
    programs,
    firstPaymentOnly,
    endsAt: expiresAt.getTime(),
  };
}

/** A package's price with the enabled promotion, also an ended one; undefined if it isn't for this program. */
export function findDiscountedCents({
  program,
  priceCents,
}: Pick<Offer, 'program' | 'priceCents'>): number | undefined {
  const discount = findDiscount();
  if (!discount?.programs.includes(program)) return undefined;
  return priceCents - discountCents({ type: 'percent', bps: discount.percentBps }, priceCents);
}
