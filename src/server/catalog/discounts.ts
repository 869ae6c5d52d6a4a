import type { Selectable } from 'kysely';
import { completeText } from '#i18n/localized.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { above, findRow, isNull } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { DiscountTable } from './tables.ts';

export type Discount = NonNullable<Deps['catalog']['discounts']['packageDiscount']>;

function describe(row: Selectable<DiscountTable>): Discount {
  return {
    status: row.ended_at === null ? 1 : 0,
    code: row.code,
    percentBps: row.percent_bps,
    programs: row.programs as Discount['programs'],
    expiresAt: row.expires_at,
    title: completeText(row.title),
    offer: row.offer && completeText(row.offer),
  };
}

/** The discount that runs now: the newest one of the back office, otherwise the catalog's. */
export async function findRunningDiscount({ db, clock, catalog }: Deps): Promise<Discount | null> {
  const row = await findRow(db, 'discount', { ended_at: isNull, expires_at: above(clock()) }, undefined, [
    'created_at desc',
    'code',
  ]);
  if (row) return describe(row);
  const discount = catalog.discounts.packageDiscount;
  return discount?.status === 1 && discount.expiresAt > clock() ? discount : null;
}

/** A discount by its code, whether or not it still runs. */
export async function findDiscount({ catalog }: Deps, db: Db | Trx, code: string): Promise<Discount | null> {
  const row = await db.selectFrom('discount').selectAll().where('code', '=', code).executeTakeFirst();
  if (row) return describe(row);
  const discount = catalog.discounts.packageDiscount;
  return discount && normalizeCouponCode(discount.code) === code ? discount : null;
}
