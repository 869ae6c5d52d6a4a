import { type Actor, type Deps, newId, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { isStaffRole } from '#shared/core/access.ts';
import { findPerson, findPersonByEmail, type Person } from '../find-person.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { getOperator, OperatorError } from '../two-factor/reset-by-operator.ts';
import { requireConfirmed } from './confirm.ts';

/**
 * Signs a person out everywhere, forgets their known browsers, and mails them.
 * @throws {OperatorError} for an unknown address, or if the operator isn't one
 */
export async function endSessionsByOperator(
  deps: Deps,
  { email, operatorEmail }: { readonly email: string; readonly operatorEmail: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const operator = await getOperator(trx, operatorEmail);
    const person = await findPersonByEmail(trx, email);
    if (!person) throw new OperatorError(`Nobody has the address ${email}`);
    await endAll(deps, trx, person, operator.id, { by: 'command' });
  });
}

/**
 * The same, from the person's record in the back office.
 * @throws {ServiceError} 404; 403 `not_allowed` for staff, whom only administrators sign out
 */
export async function endSessionsByStaff(deps: Deps, actor: Actor, personId: string): Promise<void> {
  await requireConfirmed(deps, actor);
  await deps.db.transaction().execute(async (trx) => {
    const person = await findPerson(trx, personId);
    if (!person || person.deleted_at !== null) throw notFound();
    if (person.roles.some(isStaffRole) && !actor.roles.includes('admin')) throw new ServiceError(403, 'not_allowed');
    await endAll(deps, trx, person, actor.personId, {});
  });
}

async function endAll(deps: Deps, trx: Trx, person: Person, operatorId: string, details: object): Promise<void> {
  await endSessionsOf(deps, trx, person.id);
  await trx.deleteFrom('known_device').where('person_id', '=', person.id).execute();
  await writeAudit(deps, trx, `person:${operatorId}`, 'sessions-ended', ['person', person.id], details);
  await notifySecurityEvent(deps, trx, person, 'sessions_ended', newId());
}
