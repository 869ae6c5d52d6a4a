import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps } from '#server/core/deps.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { publishAccountChange } from '../event-log/channel.ts';

/** Promotes a funded account to live, as decided by the firm. @returns false if it isn't funded or is already live */
export async function makeAccountLive(deps: Deps, accountId: string, actor: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('trading_account')
      .set({ phase: 'live' })
      .where('id', '=', accountId)
      .where('phase', '=', 'funded')
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!account) return false;
    await writeAudit(deps, trx, { actor, action: 'account-live', entity: 'account', entityId: accountId });
    await notifyOwner(deps, trx, account, { kind: 'live', key: 'live' });
    await publishAccountChange(deps, trx, account.person_id, { accountId, sequence: account.sequence });
    return true;
  });
}
