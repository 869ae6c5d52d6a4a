import type { Db, Trx } from '../../deps.ts';

/** Whether a code is an approved affiliate's coupon. One that its owner replaced still works for those who know it. */
export async function isAffiliateCoupon(db: Db | Trx, code: string): Promise<boolean> {
  const current = await db
    .selectFrom('affiliate')
    .select('coupon')
    .where('coupon', '=', code)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (current) return true;
  const former = await db
    .selectFrom('affiliate_former_coupon')
    .innerJoin('affiliate', 'affiliate.person_id', 'affiliate_former_coupon.affiliate_id')
    .select('affiliate_former_coupon.coupon')
    .where('affiliate_former_coupon.coupon', '=', code)
    .where('affiliate.status', '=', 'approved')
    .executeTakeFirst();
  return former !== undefined;
}
