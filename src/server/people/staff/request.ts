import { insertOnce } from '#server/core/database/rows.ts';
import {
  type Actor,
  conflict,
  type Deps,
  newId,
  notFound,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import { isApprover } from '#shared/core/staff-roles.ts';
import { findPerson } from '../find-person.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { requireAdministrator } from './administrators.ts';
import { applyStaffChange } from './apply.ts';
import type { StaffChange } from './change.ts';
import { findOrCreateStaff } from './find-or-create.ts';

/**
 * Carries out a change to a staff member, or stores it for a second administrator if it concerns an administrator or
 * lets someone approve payouts.
 * @throws {ServiceError} 404, 409 if another change is waiting, 403 `second_person` for one's own access
 */
export async function requestStaffChange(
  deps: Deps,
  actor: Actor,
  subject: { readonly personId: string } | { readonly email: string },
  change: StaffChange,
): Promise<{ isPending: boolean }> {
  await requireConfirmed(deps, actor);
  return deps.db.transaction().execute(async (trx) => {
    await requireAdministrator(trx, actor.personId);
    const personId = 'email' in subject ? await findOrCreateStaff(deps, trx, subject.email) : subject.personId;
    if (personId === actor.personId) throw new ServiceError(403, 'second_person');
    const person = await findPerson(trx, personId);
    if (!person || person.deleted_at !== null) throw notFound();
    const by = { actor: `person:${actor.personId}`, name: actor.email };
    const isPending = person.roles.includes('admin') || givesApproval(person.roles, change);
    if (isPending) await storeRequest(deps, trx, actor, personId, change);
    else await applyStaffChange(deps, trx, personId, change, by);
    return { isPending };
  });
}

/** Whether it lets someone approve payouts: alone, an administrator could make their own second approver. */
function givesApproval(roles: readonly Role[], change: StaffChange): boolean {
  if (change.change === 'appoint') return isApprover([change.role]);
  return (change.change === 'restore' || change.change === 'address') && isApprover(roles);
}

async function storeRequest(
  deps: Deps,
  trx: Trx,
  { personId: requesterId }: Actor,
  personId: string,
  change: StaffChange,
): Promise<void> {
  const requested = { requested_by: requesterId, requested_at: deps.clock() };
  const isNew = await insertOnce(trx, 'staff_request', { id: newId(), person_id: personId, ...change, ...requested });
  if (!isNew) throw conflict();
  await writeAudit(deps, trx, `person:${requesterId}`, 'staff-change-requested', ['person', personId], {
    before: null,
    after: change,
  });
}
