import { pathTo } from '#routes.ts';
import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps, RequestContext } from '#server/core/deps.ts';
import { invalid } from '#server/core/errors.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { User } from '#shared/core/envelope.ts';
import { checkNewPassword } from '../check-new-password.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { redeemCode } from '../codes/redeem.ts';
import { describeUser } from '../describe-user.ts';
import { findPersonByEmail } from '../find-person.ts';
import { hashPassword } from '../hash-password.ts';
import { clearRegistrations, findRegistration, rememberDevice } from '../registration.ts';
import { requireCaptchaPast } from '../require-captcha.ts';
import { openSession } from '../sessions/open-session.ts';

type Verification = {
  readonly email: string;
  readonly code: string;
  readonly password?: string | undefined;
  readonly captcha?: string | undefined;
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
  const { network, deviceHash } = requestContext;
  await deps.limits.take('code', `${network}:${form.email}`);
  const problem =
    form.password === undefined ? null : checkNewPassword(form.password, form.email, deps.catalog.site.name);
  if (problem) throw invalid({ password: [problem] });
  const chosenHash = form.password === undefined ? undefined : await hashPassword(form.password);
  const person = await findPersonByEmail(deps.db, form.email);
  if (!person) throw invalid({ code: ['code_wrong'] });
  const code = form.code.replace(/\s/g, '');
  const registration = await findRegistration(deps.db, person.id, deviceHash);
  if (!registration) await requireCaptchaPast(deps, 'code-address', form.email, form.captcha, requestContext);
  const guesser = registration ? `device:${deviceHash}` : `network:${network}`;
  return redeemCode(deps, { personId: person.id, purpose: 'verify-email', code, guesser }, async (trx) => {
    const passwordHash = chosenHash ?? registration?.password_hash ?? person.password_hash;
    if (!passwordHash) throw invalid({ password: ['password_choose'] });
    const verified = await trx
      .updateTable('person')
      .set({
        email_verified_at: person.email_verified_at ?? deps.clock(),
        password_hash: passwordHash,
        ...(registration && {
          first_name: registration.first_name,
          last_name: registration.last_name,
          country: registration.country,
        }),
      })
      .where('id', '=', person.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await clearRegistrations(deps, trx, person.id);
    await invalidateCodes(deps, trx, person.id, ['verify-email', 'set-password']);
    await writeAudit(deps, trx, {
      actor: `person:${person.id}`,
      action: 'email-verified',
      entity: 'person',
      entityId: person.id,
    });
    await addNotification(deps, trx, {
      dedupeKey: `welcome:${person.id}`,
      personId: person.id,
      kind: 'welcome',
      path: pathTo('evaluations', {}, 'en'),
    });
    await rememberDevice(deps, trx, person.id, requestContext);
    return { token: await openSession(deps, trx, person.id, requestContext), user: describeUser(verified) };
  });
}
