import { notFound, ServiceError } from '../../errors.ts';
import { activateAccount } from '../account/activate.ts';
import { getAccountOn, getPackageOf, needPerson, pickAddOns } from './guards.ts';
import { duplicate, emptyPurchase, noPlan, onBoth, type Product } from './product.ts';
import { endAccountOf } from './revocation.ts';

/** Opens the funded account that follows a passed evaluation. */
export const fundedActivation: Product<'funded-activation'> = {
  async resolve(deps, personId, selection) {
    const account = await getAccountOn(deps, needPerson(personId), selection);
    const { programme, size, activationPriceCents } = getPackageOf(deps, account, selection.packageId);
    if (account.platform_user !== selection.platformUser || activationPriceCents === null) throw notFound();
    if (account.state.status !== 'passed') throw new ServiceError(409, 'activation_early');
    if (account.suspended_at !== null) throw new ServiceError(409, 'account_suspended');
    const funded = await deps.db
      .selectFrom('trading_account')
      .select('id')
      .where('parent_id', '=', account.id)
      .executeTakeFirst();
    if (funded) throw new ServiceError(409, 'activation_done');
    return {
      ...emptyPurchase,
      ...selection,
      addOns: pickAddOns(selection.addOns, ['market-data', 'funded-reset']),
      programme,
      size,
      priceCents: activationPriceCents,
      account,
      details: { platformUser: selection.platformUser },
    };
  },
  name: ({ t, account }) => t('name_funded-activation', { account }),
  findPlan: noPlan,
  continuesContract: false,
  /** One pass funds one account: an order that comes second gets its money back. */
  async prepare(deps, order) {
    try {
      return { outcome: 'delivered', ...(await activateAccount(deps, order, order.account_id ?? '')) };
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return duplicate;
      throw error;
    }
  },
  /** The funded account has as many resets as were bought with the evaluation and with the activation. */
  async deliver(_deps, trx, order, prepared) {
    const bought = await trx
      .selectFrom('orders')
      .innerJoin('trading_account', 'trading_account.order_id', 'orders.id')
      .select('orders.lines')
      .where('trading_account.id', '=', order.account_id)
      .executeTakeFirst();
    const lines = [...order.lines, ...(bought?.lines ?? [])];
    const resets = lines.filter(({ item }) => item === 'funded-reset').length;
    await trx
      .insertInto('funded_account')
      .values({ account_id: prepared.accountId ?? '', order_id: order.id, resets_left: resets })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return prepared;
  },
  revoke: (deps, trx, order) => endAccountOf(deps, trx, order),
  resultRoute: onBoth('fundedResult'),
};
