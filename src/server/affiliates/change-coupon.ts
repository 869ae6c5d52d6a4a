import { getAffiliateTerms } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { findDiscount } from '#server/catalog/discounts.ts';
import { isUniqueViolation } from '#server/core/database/errors.ts';
import { deleteRows, findRow, insertRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { isReservedCode } from '#shared/affiliates/codes.ts';
import { type Affiliate, selectApproved } from './approved.ts';

/** When an affiliate may change their coupon again, in UTC ms; null if they may now. */
export function couponChangeableAt(deps: Deps, affiliate: Affiliate): number | null {
  if (affiliate.coupon_changed_at === null) return null;
  const { couponDays } = getAffiliateTerms(deps.catalog, affiliate.terms_version);
  const at = affiliate.coupon_changed_at.getTime() + couponDays * dayMs;
  return at > deps.clock().getTime() ? at : null;
}

/**
 * Replaces an affiliate's coupon. The former one stays theirs and keeps working, so nobody else can take it over.
 * @throws {ServiceError} 409 if it was changed recently, 422 if the code is taken
 */
export async function changeAffiliateCoupon(deps: Deps, actor: Actor, coupon: string): Promise<void> {
  if (isReservedCode(coupon, deps.catalog.site.name) || (await isFirmCode(deps, coupon))) throw takenCoupon();
  const now = deps.clock();
  try {
    await deps.db.transaction().execute(async (trx) => {
      const affiliate = await selectApproved(trx)
        .selectAll()
        .where('person_id', '=', actor.personId)
        .forUpdate()
        .executeTakeFirstOrThrow(notFound);
      if (affiliate.coupon === coupon) return;
      if (couponChangeableAt(deps, affiliate) !== null) {
        throw new ServiceError(409, 'coupon_recent');
      }
      await claimCoupon(trx, actor.personId, coupon);
      if (affiliate.coupon !== null) {
        await insertRow(trx, 'affiliate_former_coupon', {
          coupon: affiliate.coupon,
          affiliate_id: actor.personId,
          ended_at: now,
        });
      }
      await updateRow(trx, 'affiliate', { person_id: actor.personId }, { coupon, coupon_changed_at: now });
      await writeAudit(deps, trx, actor, 'affiliate-coupon-changed', ['affiliate', actor.personId], {
        before: affiliate.coupon,
        after: coupon,
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? takenCoupon() : error;
  }
}

/** Affiliates may return to a former coupon of their own, but not take someone else's. */
async function claimCoupon(trx: Trx, personId: string, coupon: string): Promise<void> {
  await deleteRows(trx, 'affiliate_former_coupon', { coupon, affiliate_id: personId });
  const taken = await findRow(trx, 'affiliate_former_coupon', { coupon }, ['coupon']);
  if (taken) throw takenCoupon();
}

async function isFirmCode(deps: Deps, coupon: string): Promise<boolean> {
  const { catalog, db } = deps;
  if (await findDiscount(deps, db, coupon)) return true;
  const activeCode = catalog.discounts.packageDiscount?.code ?? '';
  return [activeCode, ...catalog.coupons.map(({ code }) => code)].some((code) => normalizeCouponCode(code) === coupon);
}

function takenCoupon(): ServiceError {
  return new ServiceError(422, 'invalid', { fields: { coupon: ['code_taken'] } });
}
