import type { Db, Trx } from '#server/core/deps.ts';
import type { Coupon } from '#shared/catalog/coupon-types.ts';

/** A coupon of the back office by its code, whether or not it still runs. */
export async function findOfficeCoupon(db: Db | Trx, code: string): Promise<Coupon | undefined> {
  const row = await db.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
  return (
    row && {
      code,
      status: row.ended_at === null ? 1 : 0,
      discount: { type: 'percent', bps: row.percent_bps },
      kinds: ['evaluation'],
      programs: row.programs,
      startsAt: row.starts_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      uses: row.uses,
      oncePerPerson: row.once_per_person,
    }
  );
}

/** The codes of the back office's coupons with limited uses, or one per person. */
export async function listLimitedCodes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon')
    .select('code')
    .where((eb) => eb.or([eb('uses', 'is not', null), eb('once_per_person', '=', true)]))
    .execute();
  return rows.map(({ code }) => code);
}
