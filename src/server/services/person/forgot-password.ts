import type { Deps, RequestContext } from '../../deps.ts';
import { decryptText, encryptText } from '../../encryption.ts';
import { hasFreshCode } from '../code/has-fresh.ts';
import { issueCode } from '../code/issue.ts';
import { dropUnsentCodes } from '../code/retire.ts';
import { queueMail } from '../mail/queue.ts';
import { findPersonByEmail } from './find-person.ts';
import { joinResetToken } from './reset-token.ts';

export const encryptionContext = 'password-link';

/**
 * Requests a password link by mail. A job does the rest, so that neither the answer nor its time reveals whether the
 * address is known.
 */
export async function askPasswordReset(deps: Deps, email: string, { network }: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${network}:reset:${email}`);
  await deps.jobs.send(deps.db, 'mail-password-link', {
    sealedEmail: encryptText(deps.keys, encryptionContext, email),
  });
}

/** Mails the link if the address is known. */
export async function mailPasswordLink(deps: Deps, sealedEmail: string): Promise<void> {
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
    if (await hasFreshCode(deps, trx, person.id, 'reset-password')) return;
    await dropUnsentCodes(trx, person.id, 'reset-password');
    const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'reset-password' });
    await queueMail(deps, trx, {
      dedupeKey: `reset-password:${id}`,
      recipient: person.email,
      locale: person.locale,
      template: 'reset-password',
      values: { firstName: person.first_name, token: joinResetToken(id, code) },
    });
  });
}
