import { normalizeEmail } from '#lib/email-address.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { findPersonByEmail } from '../find-person.ts';
import { OperatorError } from '../two-factor/reset-by-operator.ts';
import { listAdministrators } from './administrators.ts';
import { applyStaffChange } from './apply.ts';
import type { StaffChange } from './change.ts';
import { findOrCreateStaff } from './find-or-create.ts';

type OperatorChange = {
  readonly email: string;
  /** The administrator who decides it; not needed for the first administrator. */
  readonly operatorEmail?: string | undefined;
  readonly change: StaffChange;
};

/**
 * Changes a staff member by command. Anyone who can run it on the server counts as the second person, so it takes effect
 * at once, also for administrators.
 * @throws {OperatorError} if there are administrators and `operatorEmail` isn't one of them, or nothing would change
 */
export async function changeStaffByOperator(deps: Deps, { email: typed, operatorEmail, change }: OperatorChange) {
  const email = normalizeEmail(typed);
  await deps.db
    .transaction()
    .execute(async (trx) => {
      const administrators = await listAdministrators(trx);
      const operator = administrators.find((each) => each.email === normalizeEmail(operatorEmail ?? ''));
      if (administrators.length > 0 && !operator)
        throw new OperatorError('There is an administrator: name one with --by');
      const personId =
        change.change === 'appoint'
          ? await findOrCreateStaff(deps, trx, email)
          : (await findPersonByEmail(trx, email))?.id;
      if (personId === undefined) throw new OperatorError(`Nobody has the address ${email}`);
      const endsAccess = change.change === 'suspend' || (change.change === 'remove' && change.role === 'admin');
      if (endsAccess && administrators.every(({ id }) => id === personId))
        throw new OperatorError('The last administrator stays: appoint another one first');
      const actor = operator ? `person:${operator.id}` : 'system';
      await applyStaffChange(deps, trx, personId, change, { actor, name: operator?.email ?? null, isCommand: true });
    })
    .catch((error: unknown) => {
      if (error instanceof ServiceError) throw new OperatorError('Nothing to change, or the address is in use');
      throw error;
    });
}
