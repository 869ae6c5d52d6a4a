import { ServiceError } from '../../errors.ts';
import { activateAccount } from '../lifecycle/activate.ts';
import { duplicate, emptyPurchase, noPlan, onBothPlatforms, type Product } from '../order/product.ts';
import { getAccountFor } from './guards.ts';
import { endAccountOf } from './revocation.ts';

/** Opens the funded account after a passed evaluation. */
export const fundedActivation: Product<'funded-activation'> = {
  async resolve(deps, personId, selection) {
    const { packageId: boughtAs, platformUser } = selection;
    const { account, orderContext } = await getAccountFor(deps, personId, 'activate', {
      ...selection,
      boughtAs,
    });
    const { programme, size } = account;
    return {
      ...emptyPurchase,
      ...selection,
      addOns: [],
      programme,
      size,
      priceCents: orderContext.activationPriceCents ?? 0,
      account,
      details: { platformUser },
    };
  },
  name: ({ t, account }) => t('name_funded-activation', { account }),
  findPlan: noPlan,
  /** One pass funds one account, so a second order is refunded. */
  async prepare(deps, order) {
    try {
      return { outcome: 'delivered', ...(await activateAccount(deps, order, order.account_id ?? '')) };
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return duplicate;
      throw error;
    }
  },
  /** Adds the reset bought with the evaluation. */
  async deliver(_deps, trx, order, prepared) {
    const purchase = await trx
      .selectFrom('orders')
      .innerJoin('trading_account', 'trading_account.order_id', 'orders.id')
      .select('orders.lines')
      .select((eb) =>
        eb
          .selectFrom('partial_refund')
          .select('partial_refund.item')
          .whereRef('partial_refund.order_id', '=', 'orders.id')
          .where('partial_refund.item', '=', 'funded-reset')
          .as('refunded'),
      )
      .where('trading_account.id', '=', order.account_id)
      // Serialises this with a concurrent refund of the reset.
      .forUpdate('orders')
      .executeTakeFirst();
    const resets = purchase?.lines.some(({ item }) => item === 'funded-reset') && purchase.refunded === null ? 1 : 0;
    await trx
      .insertInto('funded_account')
      .values({ account_id: prepared.accountId ?? '', order_id: order.id, resets_left: resets })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return prepared;
  },
  revoke: (deps, trx, order) => endAccountOf(deps, trx, order),
  resultRoute: onBothPlatforms('fundedResult'),
};
