import { sql } from 'kysely';
import { type Actor, conflict, type Deps, invalid, writeAudit } from '#server/core/deps.ts';
import { countMail } from '#server/messages/mail/limits.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import type { User } from '#shared/core/envelope.ts';
import { deleteUnsentCodeMails, invalidateCodes } from '../codes/invalidate.ts';
import { issueCode } from '../codes/issue.ts';
import { redeemCode } from '../codes/redeem.ts';
import { findPersonByEmail, getPerson } from '../find-person.ts';
import { describeUser } from '../profile/describe-user.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { codePurposes } from '../tables.ts';
import { notifyAddressOwner } from './notify-address-owner.ts';

/**
 * Mails a code to the new address and a warning to the old one. If the new address is in use, the response is the same
 * and its owner gets a mail.
 */
export async function requestEmailChange(deps: Deps, actor: Actor, email: string): Promise<void> {
  await requireConfirmed(deps, actor);
  await deps.limits.take('mail', `change-email:${actor.personId}`);
  await deps.db.transaction().execute(async (trx) => {
    const person = await getPerson(trx, actor.personId);
    if (email === person.email.toLowerCase()) throw invalid({ email: ['email_same'] });
    const owner = await findPersonByEmail(trx, email);
    if (owner) return await notifyAddressOwner(deps, trx, owner);
    if (!(await countMail(deps, 'change-email', email))) return;
    await deleteUnsentCodeMails(trx, person.id, 'change-email');
    const { id, code } = await issueCode(deps, trx, { personId: person.id, purpose: 'change-email', target: email });
    await queueMail(
      deps,
      trx,
      { email, locale: person.locale, first_name: person.first_name },
      'change-email',
      `change-email:${id}`,
      { code },
      { isCounted: true },
    );
    await notifySecurityEvent(deps, trx, person, 'email_change_requested', id);
  });
}

/** Moves the account to the address that the code verifies. Links mailed to the old address stop working. */
export async function confirmEmailChange(deps: Deps, actor: Actor, typedCode: string): Promise<User> {
  const { personId } = actor;
  const attemptsLeft = await deps.limits.take('code-hour', `change-email:${personId}`);
  const submitted = { personId, purpose: 'change-email', code: typedCode.replace(/\s/g, ''), attemptsLeft } as const;
  return redeemCode(deps, submitted, async (trx, target) => {
    const before = await getPerson(trx, personId);
    const after = await trx
      .updateTable('person')
      .set({ email: target ?? before.email })
      .where('id', '=', personId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('person as other')
              .select('other.id')
              .where(sql`lower(other.email)`, '=', target)
              .where('other.id', '!=', personId),
          ),
        ),
      )
      .returningAll()
      .executeTakeFirstOrThrow(conflict);
    // First the codes: one that is being used right now has opened its access by the time access ends.
    const own = codePurposes.filter((purpose) => purpose !== 'staff-invitation');
    await invalidateCodes(deps, trx, personId, own);
    await endSessionsOf(deps, trx, personId, actor.sessionId);
    await writeAudit(deps, trx, `person:${personId}`, 'email-changed', ['person', personId]);
    await notifySecurityEvent(deps, trx, before, 'email_changed', `${personId}:${deps.clock().getTime()}`);
    return describeUser(after);
  });
}
