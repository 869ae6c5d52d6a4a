import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  $enrollment,
  $recoveryCodes,
  $signIns,
  createEnrollmentForm,
  endOtherSignIns,
  endSignIn,
  forgetRecoveryCodes,
  renewCodes,
  startEnrollment,
  turnTwoFactorOff,
} from '#app/people/stores/security.ts';
import { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { hourMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  $signIns.clear();
  $enrollment.set(null);
  $recoveryCodes.set(null);
});

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

async function openPerson() {
  const person = await signInPerson(server);
  signIn(person.token);
  const now = server.clock.now();
  // As if the person had just signed in with the password.
  await server.deps.db.updateTable('session').set({ confirmed_at: now }).where('id', '=', person.sessionId).execute();
  const addSession = async (user_agent: string) => {
    const id = newId();
    await server.deps.db
      .insertInto('session')
      .values({
        ...{ id, person_id: person.personId, token_hash: sha256(newToken()), user_agent, ip: '192.0.2.7' },
        created_at: new Date(now.getTime() - 60_000),
        expires_at: new Date(now.getTime() + hourMs),
      })
      .execute();
    return id;
  };
  return { ...person, addSession };
}

const fail = () => {
  connectFetch(server, () => new Response(null, { status: 500 }));
};

describe('a person’s sessions', () => {
  test('show browser, system, place and last use; ending one keeps the others', async () => {
    const { sessionId, addSession } = await openPerson();
    const onPhone = await addSession(phone);
    const unknown = await addSession('');
    await $signIns.load();
    const listed = new Map($signIns.get().data?.sessions.map((entry) => [entry.id, entry]));
    expect([...listed.keys()].sort()).toEqual([sessionId, onPhone, unknown].sort());
    expect(listed.get(sessionId)?.current).toBe(true);
    expect(listed.get(onPhone)).toMatchObject({ browser: 'Safari', system: 'iOS', place: '192.0.2.7', current: false });
    expect(listed.get(unknown)).toMatchObject({ browser: null, system: null });
    await Promise.all([endSignIn(onPhone), endSignIn(onPhone)]);
    expect(
      $signIns
        .get()
        .data?.sessions.map(({ id }) => id)
        .sort(),
    ).toEqual([sessionId, unknown].sort());
    await endOtherSignIns();
    expect($signIns.get().data?.sessions.map(({ id }) => id)).toEqual([sessionId]);
    expect(toasts()).toEqual([]);
  });

  test('keep a session that couldn’t be ended in the list, with a message', async () => {
    const { addSession } = await openPerson();
    const onPhone = await addSession(phone);
    await $signIns.load();
    fail();
    await endSignIn(onPhone);
    expect($signIns.get().data?.sessions.some(({ id }) => id === onPhone)).toBe(true);
    expect(toasts().length).toBeGreaterThan(0);
  });
});

/** The code that an authenticator app shows for the enrollment. */
function codeOf(secret: string): string {
  const timestamp = server.clock.now().getTime();
  return new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate({ timestamp });
}

async function turnOn() {
  const person = await openPerson();
  await startEnrollment();
  const form = createEnrollmentForm();
  form.set('code', codeOf($enrollment.get()?.secret ?? ''));
  await form.submit();
  return person;
}

describe('recovery codes', () => {
  test('are shown once two-step sign-in is on, until their owner has saved them', async () => {
    await turnOn();
    expect($enrollment.get()).toBeNull();
    const codes = $recoveryCodes.get() ?? [];
    expect(codes.length).toBeGreaterThan(5);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^\w{5}-\w{5}$/);
    forgetRecoveryCodes();
    expect($recoveryCodes.get()).toBeNull();
  });

  test('aren’t shown after a wrong code, which keeps the enrollment and names its field', async () => {
    await openPerson();
    await startEnrollment();
    const form = createEnrollmentForm();
    form.set('code', '000000');
    await form.submit();
    expect(form.$form.get().errors.code).toHaveLength(1);
    expect($enrollment.get()).not.toBeNull();
    expect($recoveryCodes.get()).toBeNull();
  });

  test('are replaced by new ones, and removed from the screen when two-step sign-in is turned off', async () => {
    await turnOn();
    const before = $recoveryCodes.get();
    await renewCodes();
    const after = $recoveryCodes.get() ?? [];
    expect(after.filter((code) => before?.includes(code))).toEqual([]);
    await turnTwoFactorOff();
    expect($recoveryCodes.get()).toBeNull();
  });

  test('aren’t shown without reauthentication, and no message appears', async () => {
    await turnOn();
    forgetRecoveryCodes();
    await server.deps.db.updateTable('session').set({ confirmed_at: null }).execute();
    const renewing = renewCodes();
    await until(() => $reauthentication.get() !== null);
    $reauthentication.get()?.answer(false);
    await renewing;
    expect($recoveryCodes.get()).toBeNull();
    expect(toasts()).toEqual([]);
  });
});
