import { getLockedRow, insertOnce, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type PlainAction, type Trx, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { endSessionsOf } from '../sessions/end-session.ts';

/** Time for the person to notice the mail and object. Signing in with the second factor cancels the request. */
const waitingMs = 72 * 60 * 60_000;

/** Why an operator's command did nothing; the message is a single line for the operator. */
export class OperatorError extends Error {}

/** @throws {OperatorError} unless the address belongs to an admin or support person */
export async function getOperator(trx: Trx, email: string): Promise<Person> {
  const operator = await findPersonByEmail(trx, email);
  const isStaff = operator?.roles.some((role) => role === 'admin' || role === 'support');
  if (!operator || !isStaff) throw new OperatorError(`${email} is not an admin or support person`);
  return operator;
}

async function disableTwoFactor(deps: Deps, trx: Trx, person: Person, operator: Person): Promise<void> {
  await updateRow(trx, 'person', person.id, { two_factor_at: null });
  for (const table of ['two_factor', 'passkey', 'recovery_code', 'second_factor_reset'] as const) {
    await trx.deleteFrom(table).where('person_id', '=', person.id).execute();
  }
  await endSessionsOf(deps, trx, person.id);
  await record(deps, trx, person, operator, 'second-factor-reset');
  await notifySecurityEvent(deps, trx, person, 'two_factor_off', newId());
}

async function record(deps: Deps, trx: Trx, person: Person, operator: Person, action: PlainAction): Promise<void> {
  const actor = `person:${operator.id}`;
  await writeAudit(deps, trx, actor, action, ['person', person.id], { by: 'command' });
}

/**
 * Disables two-step sign-in for someone who lost their app and recovery codes, in three runs of one command: an
 * operator requests it, which is mailed to the person; another one approves; after 72 hours either of them finishes.
 * @throws {OperatorError} without two-step sign-in, for the operator's own, and if the same operator approves
 */
export async function resetSecondFactor(
  deps: Deps,
  { email, operatorEmail }: { readonly email: string; readonly operatorEmail: string },
): Promise<{ readonly step: 'requested' | 'approved' | 'waiting' | 'done'; readonly dueAt: Date }> {
  return deps.db.transaction().execute(async (trx) => {
    const operator = await getOperator(trx, operatorEmail);
    const person = await findPersonByEmail(trx, email);
    if (!person || person.two_factor_at === null) throw new OperatorError(`${email} has no two-step sign-in`);
    if (person.id === operator.id) throw new OperatorError('Nobody resets their own second factor');
    const now = deps.clock();
    const created = await insertOnce(trx, 'second_factor_reset', {
      person_id: person.id,
      requested_by: operator.id,
      requested_at: now,
    });
    const request = await getLockedRow(trx, 'second_factor_reset', { person_id: person.id });
    const dueAt = new Date(request.requested_at.getTime() + waitingMs);
    if (created) {
      await record(deps, trx, person, operator, 'second-factor-reset-requested');
      await notifySecurityEvent(deps, trx, person, 'second_factor_reset_asked', newId());
      return { step: 'requested', dueAt };
    }
    if (request.approved_by === null) {
      if (request.requested_by === operator.id) throw new OperatorError('Another operator has to approve this reset');
      await updateRow(
        trx,
        'second_factor_reset',
        { person_id: person.id },
        { approved_by: operator.id, approved_at: now },
      );
      await record(deps, trx, person, operator, 'second-factor-reset-approved');
      return { step: 'approved', dueAt };
    }
    if (now < dueAt) return { step: 'waiting', dueAt };
    await disableTwoFactor(deps, trx, person, operator);
    return { step: 'done', dueAt };
  });
}
