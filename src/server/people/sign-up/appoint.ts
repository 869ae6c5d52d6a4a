import { defaultLocale } from '#i18n/locales.ts';
import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps } from '#server/core/deps.ts';
import { encryptText } from '#server/core/encryption.ts';
import { newId } from '#server/core/ids.ts';
import type { Role } from '#shared/core/access.ts';
import { findPersonByEmail } from '../find-person.ts';
import { passwordLinkContext } from '../password/forgot-password.ts';
import { OperatorError } from '../two-factor/reset-by-operator.ts';

type Appointment = {
  readonly email: string;
  readonly role: Role;
  /** The administrator who appoints them; not needed for the first administrator. */
  readonly operatorEmail?: string | undefined;
};

/**
 * Gives a person a role. Without a password, they get a mailed link to choose one, so there is no default password. The
 * server's operator appoints the first administrator; every later appointment names an administrator.
 * @throws {OperatorError} if there are administrators and `operatorEmail` isn't one of them
 */
export async function appointStaff(
  deps: Deps,
  { email, role, operatorEmail }: Appointment,
): Promise<'invited' | 'added'> {
  return deps.db.transaction().execute(async (trx) => {
    const admins = await trx
      .selectFrom('person')
      .select(['id', 'email'])
      .where('deleted_at', 'is', null)
      .where((eb) => eb(eb.val('admin'), '=', eb.fn.any('roles')))
      .execute();
    const operator = admins.find((admin) => admin.email === operatorEmail?.toLowerCase());
    if (admins.length > 0 && !operator) throw new OperatorError('There is an administrator: name one with --by');
    const found = await findPersonByEmail(trx, email);
    const personId = found?.id ?? newId();
    if (!found) {
      await trx
        .insertInto('person')
        .values({
          id: personId,
          email: email.toLowerCase(),
          first_name: '',
          last_name: '',
          country: '',
          locale: defaultLocale,
          password_hash: null,
          created_at: deps.clock(),
        })
        .execute();
    }
    const before = found?.roles ?? [];
    const after = [...new Set([...before, role])];
    await trx.updateTable('person').set({ roles: after }).where('id', '=', personId).execute();
    await writeAudit(deps, trx, {
      actor: operator ? `person:${operator.id}` : 'system',
      action: 'role-given',
      entity: 'person',
      entityId: personId,
      details: { by: 'command', before: { roles: before }, after: { roles: after } },
    });
    if (found?.password_hash) return 'added';
    await deps.jobs.send(trx, 'mail-password-link', {
      encryptedEmail: encryptText(deps.keys, passwordLinkContext, email.toLowerCase()),
    });
    return 'invited';
  });
}
