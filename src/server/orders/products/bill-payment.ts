import { lockBill, settleBill } from '#server/billing/bills/settle.ts';
import { notFound } from '#server/core/deps.ts';
import { renewalAfter } from '../plan-subscription.ts';
import { delivered, duplicate, emptyPurchase, noPlan, type Product } from '../product.ts';
import { getOpenBill, requirePerson } from './guards.ts';
import { revokeBill } from './revocation.ts';

type Options = { readonly isData: boolean; readonly resultRoute: Product['resultRoute'] };

/** A bill paid by hand after a failed charge. Automatic charges use the same kind of order. */
export function billProduct({ isData, resultRoute }: Options): Product<'pending-bill' | 'pending-data-bill'> {
  return {
    async resolve(deps, personId, selection) {
      const { bill, subscription } = await getOpenBill(deps, requirePerson(personId), selection.billId);
      const isOfKind = (subscription.kind === 'market-data') === isData;
      if (subscription.package_id !== selection.packageId || !isOfKind) throw notFound();
      return {
        ...emptyPurchase,
        ...selection,
        platform: subscription.platform,
        addOns: [],
        priceCents: bill.amount_cents,
        renews: renewalAfter(subscription, bill.period_starts_at.getTime()),
        subscription,
        bill,
      };
    },
    name: ({ t, account, packageName }) => t('name_bill', { name: account || packageName }),
    findPlan: noPlan,
    async deliver(deps, trx, order) {
      const { subscription, bill } = await lockBill(trx, order.bill_id ?? '');
      const payment = { orderId: order.id, method: order.payment_method };
      return (await settleBill(deps, trx, subscription, bill, payment)) ? delivered : duplicate;
    },
    revoke: revokeBill,
    resultRoute,
  };
}
