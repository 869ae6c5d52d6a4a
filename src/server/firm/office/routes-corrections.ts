import { settleDifference } from '#server/accounts/balance-differences/settle.ts';
import { decideBreachDispute } from '#server/accounts/breach/decide-dispute.ts';
import { dismissParkedItem } from '#server/accounts/feed/dismiss-parked.ts';
import { refundByOperator } from '#server/billing/refunds/refund-by-operator.ts';
import { addCoupon } from '#server/catalog/edit-coupons.ts';
import { startDiscount } from '#server/catalog/edit-discounts.ts';
import { endCode } from '#server/catalog/end-code.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { retryFailedJob } from '#server/core/jobs/retry.ts';
import { resendMail } from '#server/messages/mail/resend.ts';
import { previewOrderRefund } from '#server/orders/plan-refund.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import { createCoupon, endCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount, endDiscount } from '#shared/catalog/contract-discounts.ts';
import * as calls from '#shared/firm/contract-corrections.ts';

export const correctionsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.retryJob, ({ actor, body }) => retryFailedJob(deps, actor, body.jobId));
  mount(calls.resendMail, ({ actor, body }) => resendMail(deps, actor, body.mailId));
  mount(calls.previewRefund, ({ query }) => previewOrderRefund(deps, query.orderId));
  mount(calls.refundOrder, ({ actor, body }) => refundByOperator(deps, actor, body));

  mount(calls.settleDifference, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    return await settleDifference(deps, `person:${actor.personId}`, body);
  });

  mount(calls.dismissParked, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    await dismissParkedItem(deps, actor, body);
  });

  mount(createCoupon, ({ actor, body }) => addCoupon(deps, actor, body));
  mount(endCoupon, ({ actor, body }) => endCode(deps, actor, 'coupon', body.couponId));
  mount(createDiscount, ({ actor, body }) => startDiscount(deps, actor, body));
  mount(endDiscount, ({ actor, body }) => endCode(deps, actor, 'discount', body.discountId));
  mount(calls.decideDispute, ({ actor, body }) => decideBreachDispute(deps, actor, body));
};
