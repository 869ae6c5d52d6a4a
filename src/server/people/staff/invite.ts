import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { StaffRole } from '#shared/core/access.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { issueCode } from '../codes/issue.ts';
import type { Person } from '../find-person.ts';
import { clearRegistrations } from '../find-registration.ts';
import { joinResetToken } from '../password/reset-token.ts';
import { codePurposes } from '../tables.ts';
import type { Decider } from './change.ts';

/** Mails the link that opens a staff member's access: who invited them, to which roles, and a password to choose. */
export async function inviteStaff(deps: Deps, trx: Trx, person: Person, roles: readonly StaffRole[], by: Decider) {
  await invalidateCodes(deps, trx, person.id, ['staff-invitation']);
  const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'staff-invitation' });
  await queueMail(deps, trx, person, 'staff-invitation', `staff-invitation:${id}`, {
    roles,
    by: by.name,
    token: joinResetToken(id, code),
  });
}

/** Removes every way to sign in, so that only a link mailed to the person's address opens the account again. */
export async function resetSignIn(deps: Deps, trx: Trx, personId: string): Promise<void> {
  await clearRegistrations(deps, trx, personId);
  await invalidateCodes(deps, trx, personId, codePurposes);
  for (const table of ['known_device', 'two_factor', 'passkey', 'recovery_code', 'second_factor_reset'] as const) {
    await trx.deleteFrom(table).where('person_id', '=', personId).execute();
  }
  await updateRow(trx, 'person', personId, { password_hash: null, email_verified_at: null, two_factor_at: null });
}
