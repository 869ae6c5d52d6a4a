import { decideDispute, previewRefund, refundOrder, retryJob, settleDifference } from '../../contract/admin.ts';
import { createCoupon, endCoupon } from '../../contract/coupons.ts';
import { createDiscount, endDiscount } from '../../contract/discounts.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { decideBreachDispute } from '../services/breach/decide-dispute.ts';
import { settleDifference as settleBalanceDifference } from '../services/difference/settle.ts';
import { retryFailedJob } from '../services/job/retry.ts';
import { previewOrderRefund } from '../services/order/plan-refund.ts';
import { addCoupon } from '../services/package/edit-coupons.ts';
import { startDiscount } from '../services/package/edit-discounts.ts';
import { endCode } from '../services/package/end-code.ts';
import { refundByOperator } from '../services/refund/refund-by-operator.ts';
import { requireConfirmed } from '../services/sign-in/confirm.ts';

const limited = { limit: 'write' } as const;

export const adminRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    retryJob,
    async ({ actor, body }) => {
      await retryFailedJob(deps, actor, body.jobId);
      return {};
    },
    limited,
  );

  mountPrivate(app, previewRefund, async ({ query }) => ({ data: await previewOrderRefund(deps, query.orderId) }), {
    limit: 'read',
  });

  mountPrivate(
    app,
    refundOrder,
    async ({ actor, body }) => ({ data: await refundByOperator(deps, actor, body) }),
    limited,
  );

  mountPrivate(
    app,
    settleDifference,
    async ({ actor, body }) => {
      await requireConfirmed(deps, actor);
      return { data: await settleBalanceDifference(deps, `person:${actor.personId}`, body) };
    },
    limited,
  );

  mountPrivate(app, createCoupon, async ({ actor, body }) => ({ data: await addCoupon(deps, actor, body) }), limited);

  mountPrivate(
    app,
    endCoupon,
    async ({ actor, body }) => {
      await endCode(deps, actor, 'coupon', body.couponId);
      return {};
    },
    limited,
  );

  mountPrivate(
    app,
    createDiscount,
    async ({ actor, body }) => ({ data: await startDiscount(deps, actor, body) }),
    limited,
  );

  mountPrivate(
    app,
    endDiscount,
    async ({ actor, body }) => {
      await endCode(deps, actor, 'discount', body.discountId);
      return {};
    },
    limited,
  );

  mountPrivate(
    app,
    decideDispute,
    async ({ actor, body }) => ({ data: await decideBreachDispute(deps, actor, body) }),
    limited,
  );
};
