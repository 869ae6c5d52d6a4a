import { getAffiliateTerms } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import type { Deps } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { CreativeName } from '#shared/affiliates/creative.ts';
import { getAffiliate } from './approved.ts';
import { creativeLink } from './creative-link.ts';

/**
 * Renders a creative as a PNG: the offer, the affiliate's coupon if they have one, a QR code of their link and the
 * disclosure that they are paid. @throws {ServiceError} 404 for anyone but an affiliate
 */
export async function renderCreative(
  deps: Deps,
  personId: string,
  name: CreativeName,
  locale: Locale,
): Promise<Uint8Array> {
  const affiliate = await getAffiliate(deps.db, personId);
  const t = getTranslate('creatives', locale);
  const { couponBps } = getAffiliateTerms(deps.catalog, affiliate.terms_version);
  const discount = (couponBps / 10_000).toLocaleString(formatLocale(locale), { style: 'percent' });
  const { hostname } = new URL(deps.env.origin);
  const texts = {
    brand: deps.catalog.site.name,
    headline: t('headline'),
    offer: affiliate.coupon === null ? hostname : t('coupon', { coupon: affiliate.coupon, discount }),
    disclosure: t('disclosure'),
  };
  return draw('creative', name, texts, creativeLink(deps, affiliate.code, name, locale));
}
