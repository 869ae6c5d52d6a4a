import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { redeemCode } from '../codes/redeem.ts';
import { clearRegistrations } from '../find-registration.ts';
import { checkNewPassword } from './check-new.ts';
import { hashPassword } from './hash.ts';
import { getResetCode } from './reset-token.ts';

/**
 * Sets a password through the mailed link, which also verifies the address. It signs nobody in, so that access to
 * a mailbox alone doesn't give a session.
 */
export async function resetPassword(deps: Deps, form: { token: string; password: string }): Promise<void> {
  const { person, codeId, code, purpose } = await getResetCode(deps, form.token);
  const problem = checkNewPassword(form.password, person.email, deps.catalog.site.name);
  if (problem) throw invalid({ password: [problem] });
  const passwordHash = await hashPassword(form.password);
  await redeemCode(deps, { personId: person.id, purpose, code }, async (trx) => {
    await updateRow(trx, 'person', person.id, (eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(deps.clock())),
    }));
    await clearRegistrations(deps, trx, person.id);
    await invalidateCodes(deps, trx, person.id, [
      'verify-email',
      'verify-link',
      'set-password',
      'reset-password',
      'staff-invitation',
    ]);
    await writeAudit(deps, trx, `person:${person.id}`, 'password-reset', ['person', person.id]);
    await notifySecurityEvent(deps, trx, person, 'password_reset', codeId);
  });
}
