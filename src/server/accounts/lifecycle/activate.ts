import { getRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { findFundingBlock } from './funding.ts';
import { openAccount } from './open.ts';

/**
 * Opens the funded account after a passed evaluation, under the same rules. Repeated calls don't open a second one.
 * @throws {ServiceError} 409 unless the evaluation is passed, paid, not suspended and not funded yet
 */
export async function activateAccount(
  deps: Deps,
  order: { readonly id: string; readonly person_id: string; readonly package_id: string },
  evaluationId: string,
): Promise<{ accountId: string }> {
  const evaluation = await deps.db
    .selectFrom('trading_account')
    .leftJoin('trading_account as funded', 'funded.parent_id', 'trading_account.id')
    .select(['trading_account.id', 'trading_account.platform', 'trading_account.rules_version'])
    .select(['trading_account.phase', 'trading_account.state', 'trading_account.end_reason'])
    .select(['funded.id as funded_id', 'funded.order_id as funded_order'])
    .where('trading_account.id', '=', evaluationId)
    .where('trading_account.person_id', '=', order.person_id)
    .executeTakeFirst();
  if (evaluation?.funded_id && evaluation.funded_order === order.id) return { accountId: evaluation.funded_id };
  if (!evaluation || evaluation.funded_id || (await findFundingBlock(deps, deps.db, evaluation)) !== null) {
    throw new ServiceError(409, 'not_activatable');
  }
  const { platform, rules_version } = evaluation;
  const { accountId } = await openAccount(deps, { ...order, platform, rules_version }, { parentId: evaluationId });
  await deps.db.transaction().execute(async (trx) => {
    const account = await getRow(trx, 'trading_account', accountId);
    await notifyOwner(deps, trx, account, { kind: 'funded', key: 'funded' });
  });
  return { accountId };
}
