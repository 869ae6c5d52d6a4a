import { insertOnce } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { decisionDeadline, disputeDeadline, getBreachedAccount, reportBreach } from './report-breach.ts';

/**
 * Stores a dispute with the hash of the record it refers to. @throws {ServiceError} 404 without a breach, 410 after
 * the deadline, 409 for a second one
 */
export async function disputeBreach(
  deps: Deps,
  actor: Actor,
  { accountId, message }: { readonly accountId: string; readonly message: string },
): Promise<{ filedAt: number }> {
  const { account, breach } = await getBreachedAccount(deps, actor.personId, accountId);
  const now = deps.clock();
  if (now.getTime() > disputeDeadline(deps, breach)) throw new ServiceError(410, 'dispute_late');
  const dueAt = decisionDeadline(deps, now);
  const { inputsSha256 } = await reportBreach(deps, actor.personId, accountId);
  await deps.db.transaction().execute(async (trx) => {
    const id = newId();
    const number = await nextSeriesNumber(trx, `D${now.getUTCFullYear()}`);
    const isStored = await insertOnce(trx, 'account_dispute', {
      ...{ id, number },
      account_id: accountId,
      person_id: actor.personId,
      breach_at: new Date(breach.at),
      inputs_sha256: inputsSha256,
      message,
      created_at: now,
      due_at: dueAt,
    });
    if (!isStored) throw new ServiceError(409, 'dispute_filed');
    await writeAudit(deps, trx, actor, 'account-disputed', ['account', accountId], {
      disputeId: id,
      breachAt: breach.at,
      inputsSha256,
    });
    await notifyOwner(deps, trx, account, {
      ...{ kind: 'disputed', key: `disputed:${breach.at}`, breach },
      decisionDueAt: dueAt.getTime(),
    });
  });
  return { filedAt: now.getTime() };
}
