import { pathTo } from '#routes.ts';
import { getChangedRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, type RequestContext, writeAudit } from '#server/core/deps.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { User } from '#shared/core/envelope.ts';
import { isTypedCode } from '#shared/people/typed-code.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { redeemCodeForAddress } from '../codes/redeem-for-address.ts';
import { clearRegistrations, findRegistration, mayRegister } from '../find-registration.ts';
import { checkNewPassword } from '../password/check-new.ts';
import { hashPassword } from '../password/hash.ts';
import { describeUser } from '../profile/describe-user.ts';
import { openSession } from '../sessions/open-session.ts';
import { rememberDevice } from '../sessions/remember-device.ts';

type Verification = {
  readonly email: string;
  readonly code: string;
  readonly password?: string | undefined;
  readonly captcha?: string | undefined;
  readonly browserSessionId?: string | undefined;
};

/**
 * Verifies an address by its code and signs in with the password this browser registered with; any other browser
 * sets one here.
 * @throws {ServiceError} 422 `password_choose` on the field `password` for a right code from another browser
 */
export async function verifyEmailByCode(
  deps: Deps,
  form: Verification,
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  const problem =
    form.password === undefined ? null : checkNewPassword(form.password, form.email, deps.catalog.site.name);
  if (problem) throw invalid({ password: [problem] });
  const chosenHash = form.password === undefined ? undefined : await hashPassword(form.password);
  const { email, code, captcha, browserSessionId } = form;
  const purpose = isTypedCode(code) ? 'verify-email' : 'verify-link';
  const submitted = { email, code, captcha, purpose, mayUse: mayRegister } as const;
  return redeemCodeForAddress(deps, submitted, requestContext, async (trx, person) => {
    const registration = await findRegistration(trx, person.id, requestContext.deviceHash);
    const passwordHash = chosenHash ?? registration?.password_hash ?? person.password_hash;
    if (!passwordHash) throw invalid({ password: ['password_choose'] });
    const verified = await getChangedRow(trx, 'person', person.id, {
      email_verified_at: person.email_verified_at ?? deps.clock(),
      password_hash: passwordHash,
      ...(registration && {
        first_name: registration.first_name,
        last_name: registration.last_name,
        country: registration.country,
      }),
    });
    await clearRegistrations(deps, trx, person.id);
    await invalidateCodes(deps, trx, person.id, ['verify-email', 'verify-link', 'set-password']);
    await writeAudit(deps, trx, `person:${person.id}`, 'email-verified', ['person', person.id]);
    await addNotification(deps, trx, {
      dedupeKey: `welcome:${person.id}`,
      personId: person.id,
      kind: 'welcome',
      path: pathTo('evaluations', {}, 'en'),
    });
    if (person.email_verified_at === null && browserSessionId !== undefined)
      await deps.jobs.send(trx, 'report-registration', { personId: person.id, browserSessionId });
    await rememberDevice(deps, trx, person.id, requestContext);
    return { token: await openSession(deps, trx, person.id, requestContext), user: describeUser(verified) };
  });
}
