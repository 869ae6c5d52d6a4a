import { ServiceError } from '../../errors.ts';
import { resetAccount } from '../account/reset.ts';
import { findSubscriptionOf, getAccountOn, getPackageOf, needPerson } from './guards.ts';
import { delivered, duplicate, emptyPurchase, noPlan, type Product } from './product.ts';

/** Restarts an account; the period it is paid for stays where it was. */
export const reset: Product<'reset'> = {
  async resolve(deps, personId, selection) {
    const account = await getAccountOn(deps, needPerson(personId), selection);
    const { programme, size, resetPriceCents } = getPackageOf(deps, account, selection.packageId);
    const subscription = await findSubscriptionOf(deps, account.id);
    const funded = await deps.db
      .selectFrom('funded_account')
      .select('resets_left')
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (account.ended_at !== null) throw new ServiceError(409, 'reset_none');
    if (account.suspended_at !== null) throw new ServiceError(409, 'account_suspended');
    if (account.state.status === 'passed') throw new ServiceError(409, 'reset_passed');
    if (resetPriceCents === null || funded?.resets_left === 0) throw new ServiceError(409, 'reset_none');
    const priceCents = funded ? 0 : resetPriceCents;
    return { ...emptyPurchase, ...selection, addOns: [], programme, size, priceCents, account, subscription };
  },
  name: ({ t, account }) => t('name_reset', { account }),
  findPlan: noPlan,
  continuesContract: false,
  /** A funded account has as many resets as were bought with it; one that is over has none any more. */
  async prepare(deps, order) {
    const accountId = order.account_id ?? '';
    const funded = await deps.db
      .selectFrom('funded_account')
      .select('resets_left')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (funded?.resets_left === 0) return duplicate;
    try {
      await resetAccount(deps, accountId, order.id);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return duplicate;
      throw error;
    }
    return delivered;
  },
  async deliver(_deps, trx, { account_id: accountId }) {
    await trx
      .updateTable('funded_account')
      .set((eb) => ({ resets_left: eb('resets_left', '-', 1) }))
      .where('account_id', '=', accountId)
      .where('resets_left', '>', 0)
      .execute();
    return delivered;
  },
  resultRoute: { rithmic: 'resetResult', dxfeed: 'resetResultDxfeed' },
};
