import { encode } from 'uqr';
import { minuteMs } from '#lib/durations.ts';
import { type Answer, answer } from '#server/core/answer.ts';
import { changeRow, findRow, getChangedRow, isNotNull, upsertRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  conflict,
  type Deps,
  invalid,
  newId,
  type PlainAction,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { User } from '#shared/core/envelope.ts';
import type { startTwoFactor } from '#shared/people/contract-security.ts';
import { getPerson } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import { describeUser } from '../profile/describe-user.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { describeSession } from '../sessions/record-sign-in.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { consumeAppCode, secretContext } from '../two-factor/check.ts';
import { hasApp } from '../two-factor/has-app.ts';
import { replaceRecoveryCodes } from '../two-factor/recovery.ts';
import { makeSecret, totpUri } from '../two-factor/totp.ts';

function renderQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

async function recordChange(deps: Deps, trx: Trx, actor: Actor, action: PlainAction): Promise<void> {
  await writeAudit(deps, trx, actor, action, ['person', actor.personId], await describeSession(trx, actor.sessionId));
}

/** How long a set-up keeps its secret, so that a reload doesn't void what is already in the app. */
const setUpMs = 30 * minuteMs;

/** Creates a secret that takes effect with its first code; after half an hour, repeating the call replaces it. */
export async function startSecondFactor(deps: Deps, actor: Actor): Promise<DataOf<typeof startTwoFactor>> {
  await requireConfirmed(deps, actor);
  const now = deps.clock();
  const context = secretContext(actor.personId);
  const secret = await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, actor.personId);
    if (await hasApp(trx, actor.personId)) throw conflict();
    const pending = await findRow(trx, 'two_factor', { person_id: actor.personId }, ['secret', 'created_at']);
    if (pending && pending.created_at.getTime() > now.getTime() - setUpMs)
      return decryptText(deps.keys, context, pending.secret);
    const made = makeSecret();
    const row = { secret: encryptText(deps.keys, context, made), created_at: now };
    await upsertRow(trx, 'two_factor', { person_id: actor.personId, ...row }, 'person_id', { ...row, last_step: 0 });
    return made;
  });
  const uri = totpUri(secret, deps.catalog.site.name, actor.email);
  return { secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret, uri, qr: renderQr(uri) };
}

type EnabledTwoFactor = Answer<{ recoveryCodes: string[] }>;

/** Enables two-step sign-in, or adds another method. Sessions opened without a second factor end. */
async function enable(deps: Deps, trx: Trx, actor: Actor): Promise<EnabledTwoFactor> {
  const person = await getChangedRow(trx, 'person', actor.personId, (eb) => ({
    two_factor_at: eb.fn.coalesce('two_factor_at', eb.val(deps.clock())),
  }));
  const recoveryCodes = await replaceRecoveryCodes(deps, trx, person.id);
  await endSessionsOf(deps, trx, person.id, actor.sessionId);
  await recordChange(deps, trx, actor, 'two-factor-on');
  await notifySecurityEvent(deps, trx, person, 'two_factor_on', newId());
  return answer({ user: describeUser(person), data: { recoveryCodes } });
}

/** Enables two-step sign-in with an app's first code. */
export async function confirmSecondFactor(deps: Deps, actor: Actor, code: string): Promise<EnabledTwoFactor> {
  await requireConfirmed(deps, actor);
  await deps.limits.take('second-factor', `${actor.personId}:session:${actor.sessionId}`);
  const isCorrect = await consumeAppCode(deps, actor.personId, code.replace(/\s/g, ''), 'setting-up');
  if (!isCorrect) throw invalid({ code: ['authenticator_wrong'] });
  return deps.db.transaction().execute(async (trx) => {
    const confirmed = await trx
      .updateTable('two_factor')
      .set({ confirmed_at: deps.clock() })
      .where('person_id', '=', actor.personId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows !== 1n) throw conflict();
    return enable(deps, trx, actor);
  });
}

/**
 * Enables two-step sign-in with the person's passkeys.
 * @throws {ServiceError} 409 without a passkey, or if it is already on
 */
export async function enableWithPasskeys(deps: Deps, actor: Actor): Promise<EnabledTwoFactor> {
  await requireConfirmed(deps, actor);
  return deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, actor.personId);
    const passkey = await findRow(trx, 'passkey', { person_id: actor.personId }, ['id']);
    if (!passkey || person.two_factor_at !== null) throw conflict();
    return enable(deps, trx, actor);
  });
}

export async function renewRecovery(deps: Deps, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  await requireConfirmed(deps, actor);
  return deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, actor.personId);
    if (person.two_factor_at === null) throw conflict();
    const recoveryCodes = await replaceRecoveryCodes(deps, trx, person.id);
    await recordChange(deps, trx, actor, 'recovery-codes-renewed');
    await notifySecurityEvent(deps, trx, person, 'recovery_renewed', newId());
    return { recoveryCodes };
  });
}

/** Disables two-step sign-in. Idempotent. */
export async function endSecondFactor(deps: Deps, actor: Actor): Promise<User> {
  await requireConfirmed(deps, actor);
  return deps.db.transaction().execute(async (trx) => {
    const person = await changeRow(
      trx,
      'person',
      { id: actor.personId, two_factor_at: isNotNull },
      { two_factor_at: null },
    );
    if (!person) return describeUser(await getPerson(trx, actor.personId));
    await trx.deleteFrom('two_factor').where('person_id', '=', person.id).execute();
    await trx.deleteFrom('recovery_code').where('person_id', '=', person.id).execute();
    await recordChange(deps, trx, actor, 'two-factor-off');
    await notifySecurityEvent(deps, trx, person, 'two_factor_off', newId());
    return describeUser(person);
  });
}
