import type { User } from '../../../contract/envelope.ts';
import { pathTo } from '../../../routes.ts';
import type { Deps, RequestContext } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { redeemCode } from '../code/redeem.ts';
import { addNotification } from '../notification/add.ts';
import { endSessionsOf } from '../session/end-session.ts';
import { openSession } from '../session/open-session.ts';
import { describeUser } from './describe-user.ts';
import { findPersonByEmail, getPerson } from './find-person.ts';

/** Proves an address by its code and signs in. */
export async function verifyEmailByCode(
  deps: Deps,
  given: { email: string; code: string },
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  await deps.limits.take('code', `email:${given.email}`);
  const person = await findPersonByEmail(deps.db, given.email);
  if (!person) throw invalid({ code: ['code_wrong'] });
  const code = given.code.replace(/\s/g, '');
  return redeemCode(deps, { personId: person.id, purpose: 'verify-email', code }, async (trx, pending) => {
    const verified = await trx
      .updateTable('person')
      .set({
        email_verified_at: person.email_verified_at ?? deps.clock(),
        ...(pending && {
          password_hash: pending.passwordHash,
          first_name: pending.firstName,
          last_name: pending.lastName,
          country: pending.country,
        }),
      })
      .where('id', '=', person.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await endSessionsOf(deps, trx, person.id);
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
    return {
      token: await openSession(deps, trx, person.id, requestContext),
      user: describeUser(await getPerson(trx, verified.id)),
    };
  });
}
