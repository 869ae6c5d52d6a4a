import type { Deps } from '../../deps.ts';
import { hasFreshCode } from '../code/has-fresh.ts';
import { issueCode } from '../code/issue.ts';
import { dropUnsentCodes } from '../code/retire.ts';
import { queueMail } from '../mail/queue.ts';
import { findPersonByEmail } from './find-person.ts';
import { joinResetToken } from './reset-token.ts';

/** Mails a link that sets a new password; nothing happens, and nothing else is said, for an address nobody has. */
export async function askPasswordReset(deps: Deps, email: string): Promise<void> {
  await deps.limits.take('mail', `reset:${email}`);
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
