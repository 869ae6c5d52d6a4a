import { requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type * as calls from '#shared/risk/contract-findings.ts';
import type { FindingStatus } from '#shared/risk/findings.ts';
import { openCase } from './conduct/open.ts';

/** @throws {ServiceError} 404, or 409 once the finding is decided */
export async function dismissFinding(
  deps: Deps,
  actor: Actor,
  { findingId, reason }: BodyOf<typeof calls.dismissFinding>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockOpen(trx, findingId);
    await decide(deps, trx, actor, { findingId, status: 'dismissed', reason, caseId: null });
  });
}

/**
 * Opens a conduct case with the finding’s fills.
 * @throws the errors of a conduct case, and 409 once the finding is decided
 */
export async function openFindingCase(
  deps: Deps,
  actor: Actor,
  { findingId, cause, evidence }: BodyOf<typeof calls.openFindingCase>,
): Promise<{ caseId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    const finding = await lockOpen(trx, findingId);
    const accountId = finding.account_id;
    const sourceIds = finding.evidence.flatMap((fill) => (fill.accountId === accountId ? [fill.sourceId] : []));
    const { caseId } = await openCase(deps, trx, actor, { accountId, cause, evidence, sourceIds });
    await decide(deps, trx, actor, { findingId, status: 'case', reason: null, caseId });
    return { caseId };
  });
}

async function lockOpen(trx: Trx, findingId: string) {
  const finding = await requireLockedRow(trx, 'finding', findingId);
  if (finding.status !== 'open') throw conflict();
  return finding;
}

type Decision = {
  readonly findingId: string;
  readonly status: FindingStatus;
  readonly reason: string | null;
  readonly caseId: string | null;
};

async function decide(deps: Deps, trx: Trx, actor: Actor, { findingId, status, reason, caseId }: Decision) {
  const auditActor = `person:${actor.personId}`;
  const { account_id: accountId } = await trx
    .updateTable('finding')
    .set({ status, case_id: caseId, decided_by: auditActor, decided_at: deps.clock(), decision_reason: reason })
    .where('id', '=', findingId)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await writeAudit(
    deps,
    trx,
    auditActor,
    status === 'case' ? 'finding-case' : 'finding-dismissed',
    ['account', accountId],
    { findingId, before: { status: 'open' }, after: { status, reason, caseId } },
  );
}
