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

export const correctionsRoutes: Routes = (app, deps) => {
  mountPrivate(app, retryJob, ({ actor, body }) => retryFailedJob(deps, actor, body.jobId));

  mountPrivate(app, resendMail, ({ actor, body }) => resendUndelivered(deps, actor, body.mailId));

  mountPrivate(app, previewRefund, async ({ query }) => ({ data: await previewOrderRefund(deps, query.orderId) }));

  mountPrivate(app, refundOrder, async ({ actor, body }) => ({ data: await refundByOperator(deps, actor, body) }));

  mountPrivate(app, settleDifference, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    return { data: await settleBalanceDifference(deps, `person:${actor.personId}`, body) };
  });

  mountPrivate(app, dismissParked, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    await dismissParkedItem(deps, actor, body);
  });

  mountPrivate(app, createCoupon, async ({ actor, body }) => ({ data: await addCoupon(deps, actor, body) }));

  mountPrivate(app, endCoupon, ({ actor, body }) => endCode(deps, actor, 'coupon', body.couponId));

  mountPrivate(app, createDiscount, async ({ actor, body }) => ({ data: await startDiscount(deps, actor, body) }));

  mountPrivate(app, endDiscount, ({ actor, body }) => endCode(deps, actor, 'discount', body.discountId));

  mountPrivate(app, decideDispute, async ({ actor, body }) => ({ data: await decideBreachDispute(deps, actor, body) }));
};
