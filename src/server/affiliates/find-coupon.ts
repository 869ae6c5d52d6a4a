import type { Db, Trx } from '#server/core/deps.ts';
import { type Affiliate, selectApproved } from './approved.ts';

/** The approved affiliate whose coupon a code is. Coupons that their owner has replaced keep working. */
export async function findCouponOwner(db: Db | Trx, code: string): Promise<Affiliate | undefined> {
  const current = await selectApproved(db).selectAll().where('coupon', '=', code).executeTakeFirst();
  if (current) return current;
  return selectApproved(db)
    .innerJoin('affiliate_former_coupon', 'affiliate_former_coupon.affiliate_id', 'affiliate.person_id')
    .selectAll('affiliate')
    .where('affiliate_former_coupon.coupon', '=', code)
    .executeTakeFirst();
}
