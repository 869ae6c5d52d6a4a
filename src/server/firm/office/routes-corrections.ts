import { settleDifference as settleBalanceDifference } from '#server/accounts/balance-differences/settle.ts';
import { decideBreachDispute } from '#server/accounts/breach/decide-dispute.ts';
import { dismissParkedItem } from '#server/accounts/feed/dismiss-parked.ts';
import { refundByOperator } from '#server/billing/refunds/refund-by-operator.ts';
import { addCoupon } from '#server/catalog/edit-coupons.ts';
import { startDiscount } from '#server/catalog/edit-discounts.ts';
import { endCode } from '#server/catalog/end-code.ts';
import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { retryFailedJob } from '#server/core/jobs/retry.ts';
import { resendMail as resendUndelivered } from '#server/messages/mail/resend.ts';
import { previewOrderRefund } from '#server/orders/plan-refund.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import { createCoupon, endCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount, endDiscount } from '#shared/catalog/contract-discounts.ts';
import {
  decideDispute,
  dismissParked,
  previewRefund,
  refundOrder,
  resendMail,
  retryJob,
  settleDifference,
} from '#shared/firm/contract-corrections.ts';

const limited = { limit: 'write' } as const;

export const correctionsRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    retryJob,
    async ({ actor, body }) => {
      await retryFailedJob(deps, actor, body.jobId);
      return {};
    },
    limited,
  );

  mountPrivate(
    app,
    resendMail,
    async ({ actor, body }) => {
      await resendUndelivered(deps, actor, body.mailId);
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

  mountPrivate(
    app,
    dismissParked,
    async ({ actor, body }) => {
      await requireConfirmed(deps, actor);
      await dismissParkedItem(deps, actor, body);
      return {};
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
