import { isLocale } from '#i18n/locales.ts';
import type { Deps, RequestContext } from '#server/core/deps.ts';
import { hasFreshCode } from '../codes/has-fresh.ts';
import { findPersonByEmail } from '../find-person.ts';
import { sendVerification } from './register.ts';

/** Mails a new code to an address awaiting one; reveals nothing about others. */
export async function resendCode(deps: Deps, email: string, requestContext: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${requestContext.network}:verify:${email}`);
  await deps.db.transaction().execute(async (trx) => {
    const person = await findPersonByEmail(trx, email);
    if (!person || (person.email_verified_at !== null && person.password_hash !== null)) return;
    const registered = await trx
      .selectFrom('email_code')
      .select('id')
      .where('person_id', '=', person.id)
      .where('purpose', '=', 'verify-email')
      .limit(1)
      .executeTakeFirst();
    // A guest buyer never registered and has no code to wait for.
    if (!registered) return;
    if (await hasFreshCode(deps, trx, person.id, 'verify-email')) return;
    const locale = isLocale(requestContext.locale) ? requestContext.locale : person.locale;
    await sendVerification(deps, trx, person, locale);
  });
}
