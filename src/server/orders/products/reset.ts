import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { ServiceError } from '#server/core/deps.ts';
import { resetPrice } from '#shared/accounts/lifecycle.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { delivered, duplicate, emptyPurchase, noPlan, type Product } from '../product.ts';
import { getAccountFor } from './guards.ts';

/** Restarts an account and keeps its paid period. */
export const reset: Product<'reset'> = {
  async resolve(deps, personId, selection) {
    const { packageId: boughtAs } = selection;
    const { account, orderContext, subscription } = await getAccountFor(deps, personId, 'reset', {
      ...selection,
      boughtAs,
    });
    const { program, size } = account;
    const priceCents = resetPrice(orderContext);
    return { ...emptyPurchase, ...selection, addOns: [], program, size, priceCents, account, subscription };
  },
  name: ({ t, account }) => t('name_reset', { account }),
  findPlan: noPlan,
  /** A funded account has only the resets bought with it; an account that has ended has none left. */
  async prepare(deps, order) {
    const accountId = order.account_id ?? '';
    const account = await deps.db
      .selectFrom('trading_account')
      .leftJoin('funded_account', 'funded_account.account_id', 'trading_account.id')
      .select(['phase', 'resets_left'])
      .where('trading_account.id', '=', accountId)
      .executeTakeFirst();
    if (account?.phase !== 'evaluation' && (account?.resets_left ?? 0) === 0) return duplicate;
    try {
      await resetAccount(deps, accountId, order.id, { onlyIfTraded: true });
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
  resultRoute: (platform) => platformFacts[platform].routes.resetResult,
};
