import type { Db, Trx } from '#server/core/deps.ts';
import { selectApproved } from './approved.ts';

/** Whether a code is an approved affiliate's coupon. Coupons that their owner has replaced keep working. */
export async function isAffiliateCoupon(db: Db | Trx, code: string): Promise<boolean> {
  const current = await selectApproved(db).select('coupon').where('coupon', '=', code).executeTakeFirst();
  if (current) return true;
  const former = await selectApproved(db)
    .innerJoin('affiliate_former_coupon', 'affiliate_former_coupon.affiliate_id', 'affiliate.person_id')
    .select('affiliate_former_coupon.coupon')
    .where('affiliate_former_coupon.coupon', '=', code)
    .executeTakeFirst();
  return former !== undefined;
}
