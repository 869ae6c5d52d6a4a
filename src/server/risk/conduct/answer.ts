import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { answerConduct } from '#shared/risk/contract-conduct.ts';
import { lockCase } from './lock-case.ts';

/**
 * Stores the trader's answer; until the deadline, another one replaces it.
 * @throws {ServiceError} 404 for another person's case, 409 once it is decided, 410 after the deadline
 */
export async function answerConductCase(
  deps: Deps,
  { personId }: Actor,
  { caseId, answer }: BodyOf<typeof answerConduct>,
): Promise<{ answeredAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const { conduct, account } = await lockCase(trx, caseId, personId);
    if (conduct.status !== 'open') throw new ServiceError(409, 'conduct_decided');
    const now = deps.clock();
    if (now > conduct.answer_until) throw new ServiceError(410, 'conduct_late');
    // The same answer twice is a double click.
    if (conduct.answer === answer && conduct.answered_at !== null) {
      return { answeredAt: conduct.answered_at.getTime() };
    }
    await updateRow(trx, 'conduct_case', caseId, { answer, answered_at: now });
    await writeAudit(deps, trx, `person:${personId}`, 'conduct-answered', ['account', account.id], { caseId, answer });
    await notifyOwner(deps, trx, account, {
      kind: 'conduct_answered',
      key: `conduct-answered:${caseId}:${now.getTime()}`,
      conduct: { cause: conduct.cause, answer, answerUntil: conduct.answer_until.getTime() },
    });
    return { answeredAt: now.getTime() };
  });
}
