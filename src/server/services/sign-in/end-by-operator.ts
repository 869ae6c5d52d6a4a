import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { notifySecurityEvent } from '../notification/notify-security-event.ts';
import { findPersonByEmail } from '../person/find-person.ts';
import { endSessionsOf } from '../session/end-session.ts';
import { getOperator, OperatorError } from '../twofactor/reset-by-operator.ts';

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
