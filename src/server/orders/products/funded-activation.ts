import { activateAccount } from '#server/accounts/lifecycle/activate.ts';
import { findFundingBlock } from '#server/accounts/lifecycle/funding.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { reportFunding } from '#server/affiliates/report-referral.ts';
import { findRow, insertOnce } from '#server/core/database/rows.ts';
import { ServiceError, type Trx } from '#server/core/deps.ts';
import { duplicate, emptyPurchase, noPlan, type Product } from '../product.ts';
import type { OrderRow } from '../tables.ts';
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
    const { program, size } = account;
    return {
      ...emptyPurchase,
      ...selection,
      addOns: [],
      program,
      size,
      priceCents: orderContext.activationPriceCents ?? 0,
      account,
      details: { platformUser },
    };
  },
  name: ({ t, account }) => t('name_funded-activation', { account }),
  findPlan: noPlan,
  /** One pass funds one account, so a second order is refunded, as is one whose evaluation is no longer paid for. */
  async prepare(deps, order) {
    try {
      return { outcome: 'delivered', ...(await activateAccount(deps, order, order.account_id ?? '')) };
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409) return duplicate;
      throw error;
    }
  },
  /** Checks the evaluation again, now that no refund or dispute can interfere, and adds the reset bought with it. */
  async deliver(deps, trx, order, prepared) {
    const evaluationId = order.account_id ?? '';
    const purchase = await lockEvaluationOrder(trx, evaluationId);
    const evaluation = await lockAccount(trx, evaluationId);
    if ((await findFundingBlock(deps, trx, evaluation)) !== null) return { ...prepared, outcome: 'duplicate' };
    const resets = (await hasFundedReset(trx, purchase)) ? 1 : 0;
    await insertOnce(trx, 'funded_account', {
      account_id: prepared.accountId ?? '',
      order_id: order.id,
      resets_left: resets,
    });
    await reportFunding(deps, trx, order);
    return prepared;
  },
  revoke: (deps, trx, order) => endAccountOf(deps, trx, order),
  resultRoute: 'fundedResult',
};

/** Serializes the delivery with refunds and disputes of the evaluation, in whole or of its reset. */
function lockEvaluationOrder(trx: Trx, evaluationId: string) {
  return trx
    .selectFrom('orders')
    .select(['id', 'lines'])
    .where('id', '=', (eb) => eb.selectFrom('trading_account').select('order_id').where('id', '=', evaluationId))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Whether a reset for the funded account was bought with the evaluation and not refunded. */
async function hasFundedReset(trx: Trx, { id, lines }: Pick<OrderRow, 'id' | 'lines'>): Promise<boolean> {
  if (!lines.some(({ item }) => item === 'funded-reset')) return false;
  const refunded = await findRow(trx, 'partial_refund', { order_id: id, item: 'funded-reset' }, ['item']);
  return refunded === undefined;
}
