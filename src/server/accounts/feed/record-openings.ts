import type { Deps } from '#server/core/deps.ts';
import type { BridgeDelivery, OpeningReport } from '../ports/platform/bridge-messages.ts';

/**
 * Records how pending openings went on; of several reports, the newest counts. Once the account is open, its order is
 * fulfilled at once. Reports of accounts that don't wait change nothing. @returns how many changed something
 */
export async function recordOpenings(
  deps: Deps,
  account: BridgeDelivery['account'],
  reports: readonly OpeningReport[],
): Promise<number> {
  if (reports.length === 0 || !('accountId' in account)) return 0;
  const { accountId } = account;
  return deps.db.transaction().execute(async (trx) => {
    let changed = 0;
    for (const { at, status, reason = null, until = null } of reports) {
      const updated = await trx
        .updateTable('platform_opening')
        .set({ status, reason, until: until === null ? null : new Date(until), reported_at: new Date(at) })
        .where('account_id', '=', accountId)
        .where('reported_at', '<', new Date(at))
        .returning('order_id')
        .executeTakeFirst();
      if (!updated) continue;
      changed += 1;
      const { order_id: orderId } = updated;
      if (status === 'failed') deps.log.error({ orderId, accountId, reason }, 'the platform could not open an account');
      const options = { singletonKey: `opened:${orderId}` };
      if (status === 'opened') await deps.jobs.send(trx, 'fulfill-order', { orderId }, options);
    }
    return changed;
  });
}
