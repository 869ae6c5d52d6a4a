import type { Deps } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type AccountChange, accountChannel } from '../feed/channel.ts';
import { notifyOwner } from './notify-owner.ts';

/** Moves a funded account to a live one, as the firm decides. False where it is not funded, or is live already. */
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
    const change: AccountChange = { accountId, sequence: account.sequence };
    await deps.bus.publish(trx, accountChannel(account.person_id), JSON.stringify(change));
    return true;
  });
}
