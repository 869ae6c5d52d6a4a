import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { findPersonByEmail } from '../find-person.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { getOperator, OperatorError } from '../two-factor/reset-by-operator.ts';

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
    await endSessionsOf(deps, trx, person.id);
    await trx.deleteFrom('known_device').where('person_id', '=', person.id).execute();
    await writeAudit(deps, trx, {
      actor: `person:${operator.id}`,
      action: 'sessions-ended',
      entity: 'person',
      entityId: person.id,
      details: { by: 'command' },
    });
    await notifySecurityEvent(deps, trx, person, 'sessions_ended', newId());
  });
}
