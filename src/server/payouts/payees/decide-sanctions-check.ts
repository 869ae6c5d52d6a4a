import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideSanctionsCheck as call } from '#shared/payouts/contract-office-payees.ts';

/**
 * Decides a match: `cleared` means someone else, `confirmed` the listed person. Nobody decides about themselves.
 * @throws {ServiceError} 404, 409 if the check isn't waiting for a decision
 */
export async function decideSanctionsCheck(
  deps: Deps,
  operator: Actor,
  { checkId, decision, reason }: BodyOf<typeof call>,
): Promise<{ decidedAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const check = await requireLockedRow(trx, 'sanctions_check', checkId, ['status', 'person_id']);
    if (check.status !== 'review' || check.person_id === operator.personId) throw conflict();
    const actor = `person:${operator.personId}`;
    const decidedAt = deps.clock();
    await updateRow(trx, 'sanctions_check', checkId, {
      status: decision,
      decided_by: actor,
      decided_at: decidedAt,
      reason,
    });
    await writeAudit(deps, trx, actor, `sanctions-${decision}`, ['person', check.person_id], {
      checkId,
      before: { status: check.status },
      after: { status: decision },
      reason,
    });
    return { decidedAt: decidedAt.getTime() };
  });
}
