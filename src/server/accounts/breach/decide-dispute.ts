import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { notFound, ServiceError } from '#server/core/errors.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideDispute } from '#shared/office/contract-corrections.ts';
import { notifyOwner } from '../notify-owner.ts';

/**
 * Decides a disputed breach. Upheld means that the trader is right; a remedy, such as a reset or a new account, is
 * decided separately. @throws {ServiceError} 404, or 409 if it is already decided
 */
export async function decideBreachDispute(
  deps: Deps,
  actor: Actor,
  { disputeId, decision, reason }: BodyOf<typeof decideDispute>,
): Promise<{ decidedAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const dispute = await trx
      .selectFrom('account_dispute')
      .select(['account_id', 'status'])
      .where('id', '=', disputeId)
      .forUpdate()
      .executeTakeFirst();
    if (!dispute) throw notFound();
    if (dispute.status !== 'open') throw new ServiceError(409, 'conflict');
    const decidedAt = deps.clock();
    const decidedBy = `person:${actor.personId}`;
    await trx
      .updateTable('account_dispute')
      .set({ status: decision, decision_reason: reason, decided_by: decidedBy, decided_at: decidedAt })
      .where('id', '=', disputeId)
      .execute();
    await writeAudit(deps, trx, {
      actor: decidedBy,
      action: 'dispute-decided',
      entity: 'account',
      entityId: dispute.account_id,
      details: { disputeId, before: { status: 'open' }, after: { status: decision }, reason },
    });
    const account = await trx
      .selectFrom('trading_account')
      .selectAll()
      .where('id', '=', dispute.account_id)
      .executeTakeFirstOrThrow();
    const kind = decision === 'upheld' ? 'dispute_upheld' : 'dispute_rejected';
    await notifyOwner(deps, trx, account, { kind, key: `dispute-decided:${disputeId}`, cause: reason });
    return { decidedAt: decidedAt.getTime() };
  });
}
