import type * as z from 'zod/mini';
import { dayMs } from '#lib/durations.ts';
import { insertOnce, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, invalid, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { requireSettledApprover } from '#server/payouts/approval/require-settled-approver.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type * as calls from '#shared/firm/contract-closure.ts';

/**
 * Requests a closure, which begins on its day once someone else has confirmed it.
 * @throws {ServiceError} 403 without a fresh confirmation or as a new approver, 409 if one is requested, 422 if it is too soon
 */
export async function requestClosure(
  deps: Deps,
  actor: Actor,
  { freezeAt, refundPercent }: z.output<typeof calls.requestClosure.body>,
): Promise<{ closureId: string }> {
  await requireConfirmed(deps, actor);
  const [id, now, requestedBy] = [newId(), deps.clock(), `person:${actor.personId}`];
  const at = freezeAt ? new Date(`${freezeAt}Z`) : now;
  if (freezeAt && at.getTime() < now.getTime() + 7 * dayMs) throw invalid({ freezeAt: ['invalid'] });
  return deps.db.transaction().execute(async (trx) => {
    await requireSettledApprover(trx, actor.personId, now);
    const requested = { requested_by: requestedBy, requested_at: now, freeze_at: at, refund_percent: refundPercent };
    if (!(await insertOnce(trx, 'closure', { id, ...requested }))) throw conflict();
    const after = { status: 'requested', freezeAt: at.getTime(), refundPercent };
    await writeAudit(deps, trx, requestedBy, 'closure-requested', ['closure', id], { before: null, after });
    return { closureId: id };
  });
}

/**
 * Confirms someone else's closure, before its day or within a day if it is to begin at once; or withdraws one that hasn't
 * begun.
 * @throws {ServiceError} 403 without a fresh confirmation, for one's own or as a new approver, 404, or 409 if it is too late
 */
export async function decideClosure(
  deps: Deps,
  actor: Actor,
  { closureId, decision }: BodyOf<typeof calls.decideClosure>,
): Promise<void> {
  await requireConfirmed(deps, actor);
  const [now, decidedBy] = [deps.clock(), `person:${actor.personId}`];
  await deps.db.transaction().execute(async (trx) => {
    const closure = await requireLockedRow(trx, 'closure', closureId);
    const { freeze_at: at, requested_at: requestedAt, confirmed_by: confirmedBy } = closure;
    if (at === null || closure.frozen_at !== null || closure.withdrawn_by !== null) throw conflict();
    if (decision === 'confirm') {
      if (closure.requested_by === decidedBy) throw new ServiceError(403, 'second_person');
      const lateMs = now.getTime() - (at > requestedAt ? at.getTime() : requestedAt.getTime() + dayMs);
      if (confirmedBy !== null || lateMs >= 0) throw conflict();
      await requireSettledApprover(trx, actor.personId, now);
    }
    const status = decision === 'confirm' ? 'confirmed' : 'withdrawn';
    await updateRow(trx, 'closure', closureId, { [`${status}_by`]: decidedBy });
    const before = { status: confirmedBy === null ? 'requested' : 'confirmed' };
    const change = { before, after: { status } } as const;
    await writeAudit(deps, trx, decidedBy, `closure-${status}`, ['closure', closureId], change);
  });
}
