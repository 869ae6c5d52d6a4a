import { getAffiliateTerms } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import { selectApproved } from './approved.ts';

type Sale = {
  /** The applied coupon code, if any. */
  readonly coupon: string | null;
  readonly browserSessionId: string | undefined;
  readonly personId: string | null;
  readonly email: string;
};

export type Attribution = {
  readonly affiliateId: string;
  readonly via: 'link' | 'coupon';
  /** The visit that led here; null for a coupon. */
  readonly clickId: string | null;
};

/**
 * Finds the affiliate of an order: the owner of the coupon, else of the last link. Nobody earns from their own
 * purchase, however they spell their email address.
 */
export async function attributeSale(deps: Deps, sale: Sale): Promise<Attribution | null> {
  const found = (await findByCoupon(deps, sale)) ?? (await findByLink(deps, sale.browserSessionId));
  if (!found) return null;
  if (isOwnSale(found, sale)) return null;
  const { affiliateId, via, clickId } = found;
  return { affiliateId, via, clickId };
}

type Affiliate = { readonly affiliateId: string; readonly email: string };

/** Whether the buyer is the affiliate, perhaps under an alias of their address. */
export function isOwnSale(affiliate: Affiliate, buyer: Pick<Sale, 'personId' | 'email'>): boolean {
  return affiliate.affiliateId === buyer.personId || addressKey(affiliate.email) === addressKey(buyer.email);
}

async function findByCoupon(deps: Deps, { coupon }: Sale) {
  if (coupon === null) return null;
  const row = await selectApproved(deps.db)
    .innerJoin('person', 'person.id', 'affiliate.person_id')
    .select(['affiliate.person_id as affiliateId', 'person.email'])
    .where((eb) =>
      eb.or([
        eb('affiliate.coupon', '=', coupon),
        eb.exists(
          eb
            .selectFrom('affiliate_former_coupon')
            .select('coupon')
            .where('affiliate_former_coupon.coupon', '=', coupon)
            .whereRef('affiliate_former_coupon.affiliate_id', '=', 'affiliate.person_id'),
        ),
      ]),
    )
    .executeTakeFirst();
  return row ? { ...row, via: 'coupon' as const, clickId: null } : null;
}

/** More visits of one browser than within the days that any version of the agreement credits. */
const maxClicks = 200;

/** The affiliate of a browser's last visit that their agreement still credits. */
export async function findByLink(
  deps: Deps,
  browserSessionId: string | undefined,
): Promise<(Attribution & Affiliate) | null> {
  if (browserSessionId === undefined) return null;
  const now = deps.clock().getTime();
  const clicks = await selectApproved(deps.db)
    .innerJoin('affiliate_click', 'affiliate_click.affiliate_id', 'affiliate.person_id')
    .innerJoin('person', 'person.id', 'affiliate_click.affiliate_id')
    .select(['affiliate_click.affiliate_id', 'person.email', 'affiliate_click.id', 'last_at', 'terms_version'])
    .where('affiliate_click.browser', '=', browserSessionId)
    .orderBy('affiliate_click.last_at', 'desc')
    .limit(maxClicks)
    .execute();
  const click = clicks.find(({ last_at, terms_version }) => {
    const { linkDays } = getAffiliateTerms(deps.catalog, terms_version);
    return last_at.getTime() >= now - linkDays * dayMs;
  });
  if (!click) return null;
  return { affiliateId: click.affiliate_id, email: click.email, clickId: click.id, via: 'link' as const };
}
