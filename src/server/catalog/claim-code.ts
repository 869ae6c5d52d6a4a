import { sql } from 'kysely';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { conflict, type Deps, type Trx } from '#server/core/deps.ts';

/**
 * Reserves a code for the rest of the transaction, so that one code never means two things at the checkout.
 * @throws {ServiceError} 409 if the catalog, a discount, a coupon or an affiliate has it
 */
export async function claimCode({ catalog }: Deps, trx: Trx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${code}`}, 0))`.execute(trx);
  const { packageDiscount } = catalog.discounts;
  const catalogCodes = [...catalog.coupons, ...(packageDiscount ? [packageDiscount] : [])];
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from discount where code = ${code})
      or exists (select from coupon where code = ${code})
      or exists (select from affiliate where coupon = ${code})
      or exists (select from affiliate_former_coupon where coupon = ${code}) as taken
  `.execute(trx);
  if (rows[0]?.taken || catalogCodes.some((each) => normalizeCouponCode(each.code) === code)) {
    throw conflict();
  }
}
