import type { Deps, RequestContext } from '../../deps.ts';
import { decryptText, encryptText } from '../../encryption.ts';
import { hasFreshCode } from '../code/has-fresh.ts';
import { issueCode } from '../code/issue.ts';
import { dropUnsentCodes } from '../code/retire.ts';
import { queueMail } from '../mail/queue.ts';
import { findPersonByEmail } from '../person/find-person.ts';

const encryptionContext = 'payout-code';

/**
 * Requests a code for someone signed out. A job does the rest, so that neither the answer nor its time reveals whether
 * the address is known.
 */
export async function requestAccess(deps: Deps, email: string, { network }: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${network}:payout:${email}`);
  await deps.jobs.send(deps.db, 'mail-payout-code', {
    sealedEmail: encryptText(deps.keys, encryptionContext, email),
  });
}

/** Mails the code if the address is known and verified. */
export async function mailPayoutCode(deps: Deps, sealedEmail: string): Promise<void> {
  const email = decryptText(deps.keys, encryptionContext, sealedEmail);
  await deps.db.transaction().execute(async (trx) => {
    const found = await findPersonByEmail(trx, email);
    if (!found) return;
    const person = await trx
      .selectFrom('person')
      .selectAll()
      .where('id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (person.email_verified_at === null || (await hasFreshCode(deps, trx, person.id, 'payout-access'))) return;
    await dropUnsentCodes(trx, person.id, 'payout-access');
    const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'payout-access' });
    await queueMail(deps, trx, {
      dedupeKey: `payout-access:${id}`,
      recipient: person.email,
      locale: person.locale,
      template: 'payout-access',
      values: { firstName: person.first_name, code },
    });
  });
}
