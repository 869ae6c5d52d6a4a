import { updateRow } from '#server/core/database/rows.ts';
import { type AuditChange, conflict, type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { isStaffRole, type StaffRole } from '#shared/core/access.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { issueCode } from '../codes/issue.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { clearRegistrations } from '../find-registration.ts';
import { lockPerson } from '../lock.ts';
import { joinResetToken } from '../password/reset-token.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { codePurposes } from '../tables.ts';
import type { Decider, StaffChange } from './change.ts';

const auditActions = {
  appoint: 'role-given',
  remove: 'role-removed',
  suspend: 'staff-suspended',
  restore: 'staff-restored',
  address: 'staff-address-corrected',
} as const;

/**
 * Carries out a decided change. What takes something away signs the person out everywhere, in the same transaction.
 * @throws {ServiceError} 409 if there is nothing to change, or the address belongs to someone else
 */
export async function applyStaffChange(deps: Deps, trx: Trx, personId: string, change: StaffChange, by: Decider) {
  const person = await lockPerson(trx, personId);
  const record = (before: AuditChange['before'], after: AuditChange['after']) =>
    writeAudit(deps, trx, by.actor, auditActions[change.change], ['person', personId], {
      ...(by.isCommand && { by: 'command' }),
      before,
      after,
    });
  if (change.change === 'address') return correctAddress(deps, trx, person, change.address, by, record);
  if (change.change === 'appoint') return appoint(deps, trx, person, change.role, by, record);
  if (change.change === 'remove') {
    if (!person.roles.includes(change.role)) throw conflict();
    const roles = person.roles.filter((role) => role !== change.role);
    await updateRow(trx, 'person', personId, { roles });
    await invalidateCodes(deps, trx, personId, ['staff-invitation']);
    await endSessionsOf(deps, trx, personId);
    await record({ roles: person.roles }, { roles });
  } else {
    const isSuspension = change.change === 'suspend';
    const isChange = isSuspension === (person.suspended_at === null);
    if (!isChange || (isSuspension && !person.roles.some(isStaffRole))) throw conflict();
    const suspendedAt = isSuspension ? deps.clock() : null;
    await updateRow(trx, 'person', personId, { suspended_at: suspendedAt });
    if (isSuspension) await endSessionsOf(deps, trx, personId);
    await record({ suspended: !isSuspension }, { suspended: isSuspension });
  }
  await notify(deps, trx, person, change, by);
}

type Record = (before: AuditChange['before'], after: AuditChange['after']) => Promise<void>;

/** Someone who becomes staff starts over, since a stranger may have registered their address before. */
async function appoint(deps: Deps, trx: Trx, person: Person, role: StaffRole, by: Decider, record: Record) {
  const isAccepted = person.roles.some(isStaffRole) && person.password_hash !== null;
  if (isAccepted && person.roles.includes(role)) throw conflict();
  const roles = [...new Set([...person.roles, role])];
  await updateRow(trx, 'person', person.id, { roles });
  await record({ roles: person.roles }, { roles });
  if (isAccepted) return notify(deps, trx, person, { change: 'appoint', role }, by);
  await resetSignIn(deps, trx, person.id);
  await inviteStaff(deps, trx, person, roles.filter(isStaffRole), by);
}

async function correctAddress(deps: Deps, trx: Trx, person: Person, address: string, by: Decider, record: Record) {
  const roles = person.roles.filter(isStaffRole);
  if (roles.length === 0 || (await findPersonByEmail(trx, address))) throw conflict();
  await updateRow(trx, 'person', person.id, { email: address });
  await resetSignIn(deps, trx, person.id);
  await record({ email: person.email }, { email: address });
  await notifySecurityEvent(deps, trx, person, 'email_changed', newId());
  await inviteStaff(deps, trx, { ...person, email: address }, roles, by);
}

async function notify(deps: Deps, trx: Trx, person: Person, change: StaffChange, by: Decider): Promise<void> {
  await queueMail(deps, trx, person, 'staff-change', `staff-change:${newId()}`, {
    change: change.change as Exclude<StaffChange['change'], 'address'>,
    role: 'role' in change ? change.role : null,
    by: by.name,
  });
}

/** Mails the link that opens a staff member's access: who invited them, to which roles, and a password to choose. */
async function inviteStaff(deps: Deps, trx: Trx, person: Person, roles: readonly StaffRole[], by: Decider) {
  await invalidateCodes(deps, trx, person.id, ['staff-invitation']);
  const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'staff-invitation' });
  await queueMail(deps, trx, person, 'staff-invitation', `staff-invitation:${id}`, {
    roles,
    by: by.name,
    token: joinResetToken(id, code),
  });
}

/** Removes every way to sign in, so that only a link mailed to the person's address opens the account again. */
async function resetSignIn(deps: Deps, trx: Trx, personId: string): Promise<void> {
  await clearRegistrations(deps, trx, personId);
  await invalidateCodes(deps, trx, personId, codePurposes);
  for (const table of ['known_device', 'two_factor', 'passkey', 'recovery_code', 'second_factor_reset'] as const) {
    await trx.deleteFrom(table).where('person_id', '=', personId).execute();
  }
  await updateRow(trx, 'person', personId, { password_hash: null, email_verified_at: null, two_factor_at: null });
}
