import type { Locale } from '#i18n/locales.ts';
import { findRow } from '#server/core/database/rows.ts';
import type { Deps, RequestContext } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { hasFreshCode } from '../codes/has-fresh.ts';
import { findPersonByEmail } from '../find-person.ts';
import { mayRegister } from '../find-registration.ts';
import { lockPerson } from '../lock.ts';
import { sendVerification } from './register.ts';

/** The encryption context of an address that waits for its code. */
export const verificationContext = 'verification-code';

/** Requests a new code. A job does the rest, so that neither the response nor its timing says who waits for one. */
export async function resendCode(deps: Deps, email: string, { network, locale }: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${network}:verify:${email}`);
  const encryptedEmail = encryptText(deps.keys, verificationContext, email);
  await deps.jobs.send(deps.db, 'mail-verification', { encryptedEmail, locale });
}

/** Mails the code if the address is waiting for one. */
export async function mailVerification(deps: Deps, encryptedEmail: string, locale: Locale): Promise<void> {
  const email = decryptText(deps.keys, verificationContext, encryptedEmail);
  await deps.db.transaction().execute(async (trx) => {
    const found = await findPersonByEmail(trx, email);
    if (!found) return;
    const person = await lockPerson(trx, found.id);
    if (!mayRegister(person) || (person.email_verified_at !== null && person.password_hash !== null)) return;
    const registered = await findRow(trx, 'email_code', { person_id: person.id, purpose: 'verify-email' }, ['id']);
    // A guest buyer never registered and has no code to wait for.
    if (!registered || (await hasFreshCode(deps, trx, person.id, 'verify-email'))) return;
    await sendVerification(deps, trx, person, locale);
  });
}
