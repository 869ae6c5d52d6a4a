import { openNextBill, settleBill } from '#server/billing/bills/settle.ts';
import { lockSubscription } from '#server/billing/subscriptions/advance-period.ts';
import { ServiceError } from '#server/core/deps.ts';
import { renewalAfter } from '../plan-subscription.ts';
import { delivered, duplicate, emptyPurchase, noPlan, type Product } from '../product.ts';
import { getAccountFor } from './guards.ts';
import { revokeBill } from './revocation.ts';

/** Prepays the next period of an account's subscription. */
export const renew: Product<'renew'> = {
  async resolve(deps, personId, selection) {
    const { packageId: boughtAs } = selection;
    const { account, subscription } = await getAccountFor(deps, personId, 'renew', { ...selection, boughtAs });
    if (subscription === null) throw new ServiceError(409, 'renew_none');
    const { program, size } = account;
    return {
      ...emptyPurchase,
      ...selection,
      addOns: [],
      program,
      size,
      priceCents: subscription.amount_cents,
      renews: renewalAfter(subscription, subscription.period_ends_at.getTime()),
      account,
      subscription,
    };
  },
  name: ({ t, account }) => t('name_renew', { account }),
  findPlan: noPlan,
  async deliver(deps, trx, order) {
    const running = await trx
      .selectFrom('subscription')
      .select('id')
      .where('account_id', '=', order.account_id)
      .where('status', '<>', 'ended')
      .executeTakeFirst();
    if (!running) return duplicate;
    const subscription = await lockSubscription(trx, running.id);
    const bill = await openNextBill(deps, trx, subscription);
    const payment = { orderId: order.id, method: order.payment_method };
    return (await settleBill(deps, trx, subscription, bill, payment)) ? delivered : duplicate;
  },
  revoke: revokeBill,
  resultRoute: 'orderResult',
};
