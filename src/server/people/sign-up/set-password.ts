import { getChangedRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, type RequestContext, writeAudit } from '#server/core/deps.ts';
import type { User } from '#shared/core/envelope.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { redeemCodeForAddress } from '../codes/redeem-for-address.ts';
import { clearRegistrations } from '../find-registration.ts';
import { checkNewPassword } from '../password/check-new.ts';
import { hashPassword } from '../password/hash.ts';
import { describeUser } from '../profile/describe-user.ts';
import { openSession } from '../sessions/open-session.ts';
import { rememberDevice } from '../sessions/remember-device.ts';

/** Sets a guest buyer's first password; the mailed link also verifies the address. */
export async function setPasswordByCode(
  deps: Deps,
  form: { email: string; code: string; password: string },
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  const problem = checkNewPassword(form.password, form.email, deps.catalog.site.name);
  if (problem) throw invalid({ password: [problem] });
  const passwordHash = await hashPassword(form.password);
  const submitted = { email: form.email, code: form.code, purpose: 'set-password' } as const;
  return redeemCodeForAddress(deps, submitted, requestContext, async (trx, person) => {
    const changed = await getChangedRow(trx, 'person', person.id, {
      password_hash: passwordHash,
      email_verified_at: person.email_verified_at ?? deps.clock(),
    });
    await clearRegistrations(deps, trx, person.id);
    await invalidateCodes(deps, trx, person.id, ['verify-email', 'verify-link', 'set-password', 'reset-password']);
    await writeAudit(deps, trx, `person:${person.id}`, 'password-set', ['person', person.id]);
    await rememberDevice(deps, trx, person.id, requestContext);
    return { token: await openSession(deps, trx, person.id, requestContext), user: describeUser(changed) };
  });
}
