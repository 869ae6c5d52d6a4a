import { requireOpen } from '#server/core/database/closing.ts';
import { getLockedRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, newId, type RequestContext, type Trx, writeAudit } from '#server/core/deps.ts';
import { countMail } from '#server/messages/mail/limits.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { hasFreshCode } from '../codes/has-fresh.ts';
import { deleteUnsentCodeMails } from '../codes/invalidate.ts';
import { issueCode } from '../codes/issue.ts';
import type { Person } from '../find-person.ts';
import { mayRegister } from '../find-registration.ts';
import { checkNewPassword } from '../password/check-new.ts';
import { hashPassword } from '../password/hash.ts';
import { isAcceptedCountry } from '../profile/list-countries.ts';
import { notifyAddressOwner } from './notify-address-owner.ts';

export type Registration = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly country: string;
  readonly captcha: string;
};

async function checkForm(deps: Deps, form: Registration, requestContext: RequestContext): Promise<void> {
  const passwordProblem = checkNewPassword(form.password, form.email, deps.catalog.site.name);
  const fields = {
    ...(passwordProblem ? { password: [passwordProblem] } : {}),
    ...(isAcceptedCountry(deps.catalog, form.country) ? {} : { country: ['country'] }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  // Last, because a challenge works once and a typo elsewhere must not cost another one.
  if (!(await deps.captcha.verify(form.captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
}

/** Creates the person, or locks and returns the existing one of that address. */
async function createOrLock(
  deps: Deps,
  trx: Trx,
  form: Registration,
  locale: string,
): Promise<{ person: Person; isNew: boolean }> {
  const created = await trx
    .insertInto('person')
    .values({
      id: newId(),
      email: form.email,
      first_name: form.first_name,
      last_name: form.last_name,
      country: form.country,
      locale,
      password_hash: null,
      created_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return { person: created, isNew: true };
  const person = await getLockedRow(trx, 'person', { email: form.email });
  return { person, isNew: false };
}

/** Stores the input for the browser that submitted it, separately from the person. */
async function storeRegistration(
  deps: Deps,
  trx: Trx,
  personId: string,
  deviceHash: string,
  form: Registration & { readonly passwordHash: string },
): Promise<void> {
  const input = {
    password_hash: form.passwordHash,
    first_name: form.first_name,
    last_name: form.last_name,
    country: form.country,
    created_at: deps.clock(),
  };
  await trx
    .insertInto('registration')
    .values({ person_id: personId, device_hash: deviceHash, ...input })
    .onConflict((conflict) => conflict.columns(['person_id', 'device_hash']).doUpdateSet(input))
    .execute();
}

export async function sendVerification(
  deps: Deps,
  trx: Trx,
  person: Pick<Person, 'id' | 'email' | 'first_name'>,
  locale: string,
): Promise<void> {
  if (!(await countMail(deps, 'verify-email', person.email))) return;
  await deleteUnsentCodeMails(trx, person.id, 'verify-email');
  const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'verify-email' });
  const link = await issueCode(deps, trx, { personId: person.id, purpose: 'verify-link' });
  await queueMail(
    deps,
    trx,
    { email: person.email, locale, first_name: person.first_name },
    'verify-email',
    `verify-email:${id}`,
    { email: person.email, code, linkCode: link.code },
    { isCounted: true },
  );
}

/**
 * Registers an address and mails a code. A known address gets the same response, and its owner a different mail; so
 * does the address of someone who has a role or is invited to one.
 * The input takes effect only when this browser verifies the address, and affects no other codes.
 */
export async function registerPerson(
  deps: Deps,
  form: Registration,
  requestContext: RequestContext & { readonly deviceHash: string },
): Promise<void> {
  await requireOpen(deps.db);
  await checkForm(deps, form, requestContext);
  const passwordHash = await hashPassword(form.password);
  const { locale, deviceHash } = requestContext;
  await deps.db.transaction().execute(async (trx) => {
    const { person, isNew } = await createOrLock(deps, trx, form, locale);
    if (!mayRegister(person) || (person.email_verified_at !== null && person.password_hash !== null)) {
      await notifyAddressOwner(deps, trx, person);
      return;
    }
    await storeRegistration(deps, trx, person.id, deviceHash, { ...form, passwordHash });
    if (isNew) {
      await writeAudit(deps, trx, `person:${person.id}`, 'registered', ['person', person.id]);
    } else if (await hasFreshCode(deps, trx, person.id, 'verify-email')) return;
    await sendVerification(deps, trx, { ...person, first_name: form.first_name }, locale);
  });
}
