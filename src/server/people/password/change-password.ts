import { type Actor, conflict, type Deps, invalid, newId, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { invalidateCodes } from '../codes/invalidate.ts';
import { getPerson } from '../find-person.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { checkNewPassword } from './check-new.ts';
import { checkPassword, hashPassword } from './hash.ts';

type PasswordChange = { readonly current_password: string; readonly password: string };

/** Changes the password of a person who knows the current one; all other sessions end. */
export async function changePassword(deps: Deps, actor: Actor, form: PasswordChange): Promise<void> {
  const limitKey = `session:${actor.sessionId}:${actor.email}`;
  await deps.limits.take('login', limitKey);
  const person = await getPerson(deps.db, actor.personId);
  if (!(await checkPassword(person.password_hash, form.current_password))) {
    throw invalid({ current_password: ['password_wrong'] });
  }
  await deps.limits.forgive('login', limitKey);
  const problem = checkNewPassword(form.password, person.email, deps.catalog.site.name);
  if (problem) throw invalid({ password: [problem] });
  if (form.password === form.current_password) throw invalid({ password: ['password_same'] });
  const passwordHash = await hashPassword(form.password);
  await deps.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('person')
      .set({ password_hash: passwordHash })
      .where('id', '=', person.id)
      .where('password_hash', '=', person.password_hash)
      .executeTakeFirst();
    // Another tab or a mailed link was faster, so the entered current password is outdated.
    if (changed.numUpdatedRows !== 1n) throw conflict();
    await endSessionsOf(deps, trx, person.id, actor.sessionId);
    await invalidateCodes(deps, trx, person.id, ['set-password', 'reset-password']);
    await writeAudit(deps, trx, `person:${person.id}`, 'password-changed', ['person', person.id]);
    await notifySecurityEvent(deps, trx, person, 'password_changed', newId());
  });
}
