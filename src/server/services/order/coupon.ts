import type * as z from 'zod/mini';
import type * as calls from '../../../contract/orders.ts';
import { type CouponUse, couponRejectionOf, normalizeCouponCode } from '../../../domain/coupon/coupon.ts';
import type { Coupon, CouponDiscount } from '../../../domain/coupon/types.ts';
import type { OrderKind } from '../../../domain/order/types.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { addressKey } from '../products/trial-claim.ts';

type Outcome = z.output<NonNullable<typeof calls.quoteOrder.data>>['coupon'];

export type CouponEvaluation = { readonly discount: CouponDiscount | null; readonly outcome: Outcome };

type CouponRequest = { readonly typed: string; readonly personId: string | null };

/** The effect of a typed code on a purchase now. One code per order: codes don't add up. */
export async function evaluateCoupon(
  deps: Deps,
  { typed, personId }: CouponRequest,
  purchase: CouponUse,
): Promise<CouponEvaluation> {
  const code = normalizeCouponCode(typed);
  if (code === '') return { discount: null, outcome: 'none' };
  const coupon = await findCoupon(deps, deps.db, code);
  if (!coupon) return { discount: null, outcome: 'unknown' };
  const refusal = couponRejectionOf(coupon, purchase, deps.clock().getTime());
  // Disabled or future codes stay secret.
  if (refusal !== null) {
    const isPublic = refusal === 'expired' || refusal === 'not-for-this';
    return { discount: null, outcome: isPublic ? refusal : 'unknown' };
  }
  if (coupon.uses !== null && (await countUses(deps.db, code)) >= coupon.uses) {
    return { discount: null, outcome: 'used-up' };
  }
  if (coupon.oncePerPerson && personId !== null && (await hasPaidWith(deps.db, code, personId))) {
    return { discount: null, outcome: 'used-up' };
  }
  return { discount: coupon.discount, outcome: 'applied' };
}

/** An unpaid order also holds the code, but can still be continued. */
async function hasPaidWith(db: Db, code: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_use')
    .innerJoin('orders', 'orders.id', 'coupon_use.order_id')
    .select('orders.id')
    .where('coupon_use.code', '=', code)
    .where('orders.person_id', '=', personId)
    .where('orders.status', 'in', ['paid', 'fulfilled'])
    .executeTakeFirst();
  return row !== undefined;
}

async function countUses(db: Db, code: string): Promise<number> {
  const row = await db.selectFrom('coupon_count').select('taken').where('code', '=', code).executeTakeFirst();
  return row?.taken ?? 0;
}

/** Kinds that start something new, which the running promotion can discount. */
const discounted: readonly OrderKind[] = ['evaluation'];

async function findCoupon(deps: Deps, db: Db | Trx, code: string): Promise<Coupon | undefined> {
  const running = deps.catalog.discounts.packageDiscount;
  if (running && normalizeCouponCode(running.code) === code) {
    return {
      code,
      status: running.status,
      discount: { type: 'percent', bps: running.percentBps },
      kinds: discounted,
      programmes: running.programmes,
      startsAt: null,
      expiresAt: running.expiresAt.getTime(),
      uses: null,
      oncePerPerson: false,
    };
  }
  const found = deps.catalog.coupons.find((coupon) => coupon.code === code);
  if (!found) return findAffiliateCoupon(deps, db, code);
  const { percentBps, amountCents, startsAt, expiresAt, ...rest } = found;
  return {
    ...rest,
    discount: amountCents === undefined ? { type: 'percent', bps: percentBps ?? 0 } : { type: 'fixed', amountCents },
    startsAt: startsAt?.getTime() ?? null,
    expiresAt: expiresAt?.getTime() ?? null,
  };
}

async function findAffiliateCoupon(deps: Deps, db: Db | Trx, code: string): Promise<Coupon | undefined> {
  const row = await db.selectFrom('affiliate').select('coupon').where('coupon', '=', code).executeTakeFirst();
  if (!row) return undefined;
  return {
    code,
    status: 1,
    discount: { type: 'percent', bps: deps.catalog.packages.affiliate.couponBps },
    kinds: discounted,
    programmes: null,
    startsAt: null,
    expiresAt: null,
    uses: null,
    oncePerPerson: false,
  };
}

type Use = { readonly orderId: string; readonly code: string; readonly email: string };

/** Takes one use of a code for an order if any is left; concurrent orders wait for each other. */
export async function takeCoupon(deps: Deps, trx: Trx, { orderId, code, email }: Use): Promise<boolean> {
  const coupon = await findCoupon(deps, trx, code);
  if (!coupon) return false;
  const counted = await trx
    .insertInto('coupon_count')
    .values({ code, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((eb) => ({ taken: eb('coupon_count.taken', '+', 1) }))
        .where('coupon_count.taken', '<', coupon.uses ?? 2_000_000_000),
    )
    .returning('taken')
    .executeTakeFirst();
  if (!counted) return false;
  const used = await trx
    .insertInto('coupon_use')
    .values({ order_id: orderId, code, once_key: coupon.oncePerPerson ? addressKey(email) : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!used) await giveBack(trx, code);
  return used !== undefined;
}

/** An order that had released its use was paid after all, at its promised price: it counts beyond the limit. */
export async function retakeCoupon(trx: Trx, orderId: string, code: string): Promise<void> {
  const retaken = await trx
    .insertInto('coupon_use')
    .values({ order_id: orderId, code, once_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!retaken) return;
  await trx
    .updateTable('coupon_count')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('code', '=', code)
    .execute();
}

/** Whether a code runs out: then unpaid orders could keep it from everybody else. */
export async function isLimitedCoupon(deps: Deps, code: string): Promise<boolean> {
  const coupon = await findCoupon(deps, deps.db, code);
  return coupon !== undefined && coupon.uses !== null;
}

/** How long an unpaid order holds its use of a code. Paid later, it still gets the price it was promised. */
const reservationMs = 15 * 60_000;
const maxReleases = 100;
const unpaid = ['draft', 'awaiting-payment', 'failed'] as const;

/** Gives back what unpaid orders have held long enough. @returns how many uses are free again */
export async function releaseReservations(deps: Deps): Promise<number> {
  const before = new Date(deps.clock().getTime() - reservationMs);
  const stale = await deps.db
    .selectFrom('coupon_use')
    .innerJoin('orders', 'orders.id', 'coupon_use.order_id')
    .select('orders.id')
    .where('orders.status', 'in', unpaid)
    .where('orders.created_at', '<=', before)
    .limit(maxReleases)
    .execute();
  for (const { id } of stale) {
    await deps.db.transaction().execute(async (trx) => {
      // Whoever pays at this very moment keeps the use.
      const order = await trx
        .selectFrom('orders')
        .select('id')
        .where('id', '=', id)
        .where('status', 'in', unpaid)
        .forUpdate()
        .executeTakeFirst();
      if (order) await releaseCoupon(trx, id);
    });
  }
  return stale.length;
}

/** Nobody will pay the order: its use of a code is free for another. */
export async function releaseCoupon(trx: Trx, orderId: string): Promise<void> {
  const released = await trx
    .deleteFrom('coupon_use')
    .where('order_id', '=', orderId)
    .returning('code')
    .executeTakeFirst();
  if (released) await giveBack(trx, released.code);
}

async function giveBack(trx: Trx, code: string): Promise<void> {
  await trx
    .updateTable('coupon_count')
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('code', '=', code)
    .execute();
}
