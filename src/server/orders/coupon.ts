import type * as z from 'zod/mini';
import { getAffiliateTerms } from '#content/catalog.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { findCouponOwner } from '#server/affiliates/find-coupon.ts';
import { type Discount, findDiscount } from '#server/catalog/discounts.ts';
import { findOfficeCoupon, listLimitedCodes } from '#server/catalog/own-coupons.ts';
import { deleteRows, getChangedRow, insertOnce, updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import { type CouponUse, couponRejectionOf } from '#shared/catalog/coupon.ts';
import type { Coupon } from '#shared/catalog/coupon-types.ts';
import type * as calls from '#shared/orders/contract.ts';
import { paidStatuses, unpaidStatuses } from '#shared/orders/machine.ts';
import type { OrderKind } from '#shared/orders/types.ts';

type Quote = z.output<NonNullable<typeof calls.quoteOrder.data>>;

export type CouponEvaluation = {
  /** The coupon that applies; null if none does. */
  readonly coupon: Coupon | null;
  readonly outcome: Quote['coupon'];
  /** What the code is for, if it doesn't fit this purchase. */
  readonly couponFor: Quote['couponFor'];
};

export type CouponRequest = {
  readonly typed: string;
  readonly personId: string | null;
  /** The buyer's `buyerScope`, to find the unpaid order that this purchase would replace; null if unknown. */
  readonly scope: string | null;
};

export type CouponPurchase = CouponUse & { readonly packageId: string };

const refused = (outcome: Quote['coupon']): CouponEvaluation => ({ coupon: null, outcome, couponFor: null });

/** The effect of a typed code on a purchase now. An order takes one code: codes don't stack. */
export async function evaluateCoupon(
  deps: Deps,
  { typed, personId, scope }: CouponRequest,
  purchase: CouponPurchase,
): Promise<CouponEvaluation> {
  const code = normalizeCouponCode(typed);
  if (code === '') return refused('none');
  const coupon = await findCoupon(deps, deps.db, code);
  if (!coupon) return refused('unknown');
  const rejection = couponRejectionOf(coupon, purchase, deps.clock().getTime());
  // Disabled and future codes are reported as unknown, so that they stay secret.
  if (rejection === 'expired') return refused('expired');
  if (rejection === 'not-for-this') {
    const { kinds, programs } = coupon;
    return {
      ...refused(rejection),
      couponFor: { kinds: kinds && [...kinds], programs: programs && [...programs] },
    };
  }
  if (rejection !== null) return refused('unknown');
  if (coupon.uses !== null) {
    const heldByOthers =
      (await countUses(deps.db, code)) - (await countReplacedUses(deps.db, { code, scope, purchase }));
    if (heldByOthers >= coupon.uses) return refused('used-up');
  }
  if (coupon.oncePerPerson && personId !== null && (await hasPaidWith(deps.db, code, personId))) {
    return refused('used-up');
  }
  return { coupon, outcome: 'applied', couponFor: null };
}

const selectUses = (db: Db | Trx, code: string) =>
  db
    .selectFrom('coupon_use')
    .innerJoin('orders', 'orders.id', 'coupon_use.order_id')
    .select('orders.id')
    .where('coupon_use.code', '=', code);

type ReplacedUse = { readonly code: string; readonly scope: string | null; readonly purchase: CouponPurchase };

/** Uses held by the unpaid order that this purchase would replace, and so release. */
async function countReplacedUses(db: Db, { code, scope, purchase }: ReplacedUse): Promise<number> {
  if (scope === null) return 0;
  const row = await selectUses(db, code)
    .where('orders.idempotency_scope', '=', scope)
    .where('orders.kind', '=', purchase.kind)
    .where('orders.package_id', '=', purchase.packageId)
    .where('orders.status', 'in', unpaidStatuses)
    .executeTakeFirst();
  return row ? 1 : 0;
}

/** Unpaid orders hold the code too, but don't count: they can still be continued. */
async function hasPaidWith(db: Db | Trx, code: string, personId: string): Promise<boolean> {
  const row = await selectUses(db, code)
    .where('orders.person_id', '=', personId)
    .where('orders.status', 'in', ['processing', ...paidStatuses])
    .executeTakeFirst();
  return row !== undefined;
}

async function countUses(db: Db, code: string): Promise<number> {
  const row = await db.selectFrom('coupon_count').select('taken').where('code', '=', code).executeTakeFirst();
  return row?.taken ?? 0;
}

/** Kinds that start something new, which promotions and affiliate codes can discount. */
const discountableKinds: readonly OrderKind[] = ['evaluation'];

export function couponOf({ code, status, percentBps, programs, expiresAt }: Discount): Coupon {
  return {
    code: normalizeCouponCode(code),
    status,
    discount: { type: 'percent', bps: percentBps },
    kinds: discountableKinds,
    programs,
    startsAt: null,
    expiresAt: expiresAt.getTime(),
    uses: null,
    oncePerPerson: false,
  };
}

async function findCoupon(deps: Deps, db: Db | Trx, code: string): Promise<Coupon | undefined> {
  const running = await findDiscount(deps, db, code);
  if (running) return couponOf(running);
  const found = deps.catalog.coupons.find((coupon) => coupon.code === code);
  if (!found) return (await findOfficeCoupon(db, code)) ?? findAffiliateCoupon(deps, db, code);
  const { percentBps, amountCents, startsAt, expiresAt, ...rest } = found;
  return {
    ...rest,
    discount: amountCents === undefined ? { type: 'percent', bps: percentBps ?? 0 } : { type: 'fixed', amountCents },
    startsAt: startsAt?.getTime() ?? null,
    expiresAt: expiresAt?.getTime() ?? null,
  };
}

async function findAffiliateCoupon(deps: Deps, db: Db | Trx, code: string): Promise<Coupon | undefined> {
  const owner = await findCouponOwner(db, code);
  if (!owner) return undefined;
  return {
    code,
    status: 1,
    discount: { type: 'percent', bps: getAffiliateTerms(deps.catalog, owner.terms_version).couponBps },
    kinds: discountableKinds,
    programs: null,
    startsAt: null,
    expiresAt: null,
    uses: null,
    oncePerPerson: false,
  };
}

type CouponClaim = { readonly orderId: string; readonly code: string; readonly email: string };

/**
 * Takes one use of a code for an order, if one is left. Concurrent orders wait for each other.
 * @returns whether it did
 */
export async function reserveCoupon(deps: Deps, trx: Trx, { orderId, code, email }: CouponClaim): Promise<boolean> {
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
  const used = await insertOnce(trx, 'coupon_use', {
    order_id: orderId,
    code,
    once_key: coupon.oncePerPerson ? addressKey(email) : null,
  });
  if (!used) await returnUse(trx, code);
  return used;
}

/**
 * Takes a use again for an order that released it but was paid after all, at its promised price, even beyond the limit
 * (which is audited). Payment pages close before a use is released, so this needs a provider that charges for a closed
 * one.
 */
export async function reserveCouponAgain(deps: Deps, trx: Trx, orderId: string, code: string): Promise<void> {
  const retaken = await insertOnce(trx, 'coupon_use', { order_id: orderId, code, once_key: null });
  if (!retaken) return;
  const { taken } = await getChangedRow(trx, 'coupon_count', { code }, (eb) => ({ taken: eb('taken', '+', 1) }), [
    'taken',
  ]);
  const uses = (await findCoupon(deps, trx, code))?.uses ?? null;
  if (uses === null || taken <= uses) return;
  const details = { code, taken, uses };
  await writeAudit(deps, trx, 'system', 'coupon-exceeded', ['order', orderId], details);
}

/** Codes with limited uses, or one per person: an unpaid order keeps them from others only for a while. */
export async function listReservedCodes({ catalog, db }: Deps): Promise<string[]> {
  const fromCatalog = catalog.coupons.filter(({ uses, oncePerPerson }) => uses !== null || oncePerPerson);
  const fromOffice = await listLimitedCodes(db);
  return [...fromCatalog.map(({ code }) => code), ...fromOffice];
}

/** Whether a code has limited uses, so that unpaid orders could keep it from everyone else. */
export async function isLimitedCoupon(deps: Deps, code: string): Promise<boolean> {
  const coupon = await findCoupon(deps, deps.db, code);
  return coupon !== undefined && coupon.uses !== null;
}

export async function releaseCoupon(trx: Trx, orderId: string): Promise<void> {
  const [released] = await deleteRows(trx, 'coupon_use', { order_id: orderId }, ['code']);
  if (released) await returnUse(trx, released.code);
}

type CouponMove = { readonly from: string; readonly to: string; readonly email: string };

/**
 * Makes another person the user of the once-per-person codes in someone's orders. Call it before the orders move.
 * @throws {ServiceError} 409 `coupon_once` if that person has used one of the codes
 */
export async function moveCouponUses(trx: Trx, { from, to, email }: CouponMove): Promise<void> {
  const uses = await trx
    .deleteFrom('coupon_use')
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('person_id', '=', from))
    .where('once_key', 'is not', null)
    .returning(['order_id', 'code'])
    .execute();
  for (const use of uses) {
    if (await hasPaidWith(trx, use.code, to)) throw new ServiceError(409, 'coupon_once');
    // Inserted rather than updated, to wait for an order that takes the code for the same address right now.
    const moved = await insertOnce(trx, 'coupon_use', { ...use, once_key: addressKey(email) });
    if (!moved) throw new ServiceError(409, 'coupon_once');
  }
}

async function returnUse(trx: Trx, code: string): Promise<void> {
  await updateRow(trx, 'coupon_count', { code }, (eb) => ({ taken: eb('taken', '-', 1) }));
}
