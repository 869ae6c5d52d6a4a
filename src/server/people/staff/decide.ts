import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideStaffRequest as decideCall } from '#shared/people/contract-staff.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { requireAdministrator } from './administrators.ts';
import { applyStaffChange } from './apply.ts';
import { toStaffChange } from './change.ts';

/**
 * Confirms or declines a requested change. Neither its requester nor the person it is about may.
 * @throws {ServiceError} 404, 409 if it is decided or its requester is no administrator now, 403 `second_person`
 */
export async function decideStaffRequest(deps: Deps, actor: Actor, { requestId, decision }: BodyOf<typeof decideCall>) {
  await requireConfirmed(deps, actor);
  await deps.db.transaction().execute(async (trx) => {
    await requireAdministrator(trx, actor.personId);
    const request = await requireLockedRow(trx, 'staff_request', requestId);
    const { person_id: personId, requested_by: requesterId } = request;
    if (request.decided_at !== null) throw conflict();
    if (actor.personId === requesterId || actor.personId === personId) throw new ServiceError(403, 'second_person');
    const isDeclined = decision === 'decline';
    await updateRow(trx, 'staff_request', requestId, {
      decided_by: actor.personId,
      decided_at: deps.clock(),
      is_declined: isDeclined,
    });
    const by = { actor: `person:${actor.personId}`, name: actor.email };
    const change = toStaffChange(request);
    if (isDeclined) {
      const details = { before: change, after: null };
      await writeAudit(deps, trx, by.actor, 'staff-change-declined', ['person', personId], details);
      return;
    }
    await requireAdministrator(trx, requesterId).catch(() => {
      throw conflict();
    });
    await applyStaffChange(deps, trx, personId, change, by);
  });
}
