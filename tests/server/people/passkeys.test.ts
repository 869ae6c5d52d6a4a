import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { submitLogin } from '#shared/people/contract.ts';
import {
  addPasskey,
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '#shared/people/contract-passkeys.ts';
import { confirmIdentity, endTwoFactor, requirePasskey } from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { type Authenticator, createAuthenticator } from '../../support/software-authenticator.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, registerVerified } from '../support/identity.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
});

afterAll(() => server.close());

type Browser = ReturnType<typeof client>;

/** A verified, reauthenticated person with a passkey, in a browser of their own. */
async function start(email: string, authenticator = createAuthenticator()) {
  const browser = client(server);
  const token = await registerVerified(server, email);
  await browser(confirmIdentity, { token, body: { password: goodPassword } });
  const { data: options } = await browser(startPasskey, { token });
  const { data } = await browser(addPasskey, { token, body: { passkey: authenticator.create(options) } });
  return { browser, token, authenticator, passkeyId: data.id, email };
}

async function signInWith(
  browser: Browser,
  authenticator: Authenticator,
  lies: Parameters<Authenticator['get']>[1] = {},
) {
  const { data } = await browser(startPasskeySignIn);
  return browser(signInWithPasskey, { body: { passkey: authenticator.get(data, lies) } });
}

const refused = { response_status: 422, error_code: 'passkey_failed' };

describe('signing in with a passkey', () => {
  test('works in any browser, without address and password, and is audited', async () => {
    const { authenticator, email } = await start('passkey@example.org');
    const answer = await signInWith(client(server), authenticator);
    expect(answer).toMatchObject({ response_status: 200, user: { email } });
    expect((await client(server)(checkAuth, { token: answer.token ?? '' })).user?.email).toBe(email);
    const entry = await server.deps.db
      .selectFrom('audit')
      .select('details')
      .where('entity_id', '=', answer.user?.id ?? '')
      .where('action', '=', 'signed-in')
      .executeTakeFirstOrThrow();
    expect(entry.details).toMatchObject({ method: 'passkey', ip: '127.0.0.1' });
  });

  test('starts with a challenge that reveals no person and no credential', async () => {
    const { data } = await client(server)(startPasskeySignIn);
    expect(data).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  });

  test('accepts each challenge once, even if it is answered several times at once', async () => {
    const { browser, authenticator } = await start('once@example.org', createAuthenticator({ counts: false }));
    const { data } = await browser(startPasskeySignIn);
    const send = () => browser(signInWithPasskey, { body: { passkey: authenticator.get(data) } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 422, 422]);
  });

  test('refuses an answer after five minutes', async () => {
    const { browser, authenticator } = await start('slow@example.org');
    const { data } = await browser(startPasskeySignIn);
    await server.clock.advance(5 * minuteMs + 1);
    expect(await browser(signInWithPasskey, { body: { passkey: authenticator.get(data) } })).toMatchObject(refused);
  });

  test('refuses an answer from a browser other than the one that requested the challenge', async () => {
    const { authenticator } = await start('elsewhere@example.org');
    const { data } = await client(server)(startPasskeySignIn);
    const other = client(server);
    await other(startPasskeySignIn);
    expect(await other(signInWithPasskey, { body: { passkey: authenticator.get(data) } })).toMatchObject(refused);
  });

  test('refuses a challenge created for another purpose', async () => {
    const { browser, token, authenticator } = await start('purpose@example.org');
    const { data } = await browser(startPasskeyConfirmation, { token });
    expect(await browser(signInWithPasskey, { body: { passkey: authenticator.get(data) } })).toMatchObject(refused);
  });

  test.each([
    ['another origin', { origin: 'https://tidemark.evil.example' }],
    ['another port', { origin: 'http://localhost:8001' }],
    ['another site', { rpId: 'evil.example' }],
    ['a frame on another site', { crossOrigin: true }],
    ['a registration instead of a sign-in', { type: 'webauthn.create' }],
    ['no user verification', { verified: false }],
    ['another person’s handle', { userHandle: Buffer.from('somebody-else').toString('base64url') }],
  ])('refuses %s', async (_, lies) => {
    const { browser, authenticator } = await start(`lies-${crypto.randomUUID()}@example.org`);
    expect(await signInWith(browser, authenticator, lies)).toMatchObject(refused);
    expect((await signInWith(browser, authenticator)).response_status).toBe(200);
  });

  test('refuses a wrong signature and audits the failed attempt', async () => {
    const { browser, authenticator, email } = await start('forged@example.org');
    const impostor = createAuthenticator();
    const { data } = await browser(startPasskeySignIn);
    const forged = { ...impostor.get(data, { userHandle: 'x' }), id: authenticator.id, rawId: authenticator.id };
    const genuine = authenticator.get(data);
    const passkey = { ...genuine, response: { ...genuine.response, signature: forged.response.signature } };
    expect(await browser(signInWithPasskey, { body: { passkey } })).toMatchObject(refused);
    const failures = await server.deps.db
      .selectFrom('audit')
      .innerJoin('person', 'person.id', 'audit.entity_id')
      .select('action')
      .where('person.email', '=', email)
      .where('action', '=', 'sign-in-failed')
      .execute();
    expect(failures).toHaveLength(1);
  });

  test('refuses a copied passkey, whose counter does not increase', async () => {
    const { browser, authenticator } = await start('copy@example.org');
    await signInWith(browser, authenticator);
    await signInWith(browser, authenticator);
    expect(await signInWith(browser, authenticator, { counter: 2 })).toMatchObject(refused);
    expect(await signInWith(browser, authenticator, { counter: 1 })).toMatchObject(refused);
    expect((await signInWith(browser, authenticator, { counter: 9 })).response_status).toBe(200);
  });

  test('refuses a copy that counts the same at the same moment', async () => {
    const { authenticator } = await start('twins@example.org');
    const browsers = [client(server), client(server)];
    const challenges = await Promise.all(browsers.map((browser) => browser(startPasskeySignIn)));
    const answers = await Promise.all(
      browsers.map((browser, index) => {
        const passkey = authenticator.get(challenges[index]?.data as (typeof challenges)[0]['data'], { counter: 5 });
        return browser(signInWithPasskey, { body: { passkey } });
      }),
    );
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 422]);
  });

  test('accepts a synced passkey whose other device has counted less, or doesn’t count', async () => {
    const { browser, authenticator, passkeyId } = await start(
      'synced@example.org',
      createAuthenticator({ syncs: true }),
    );
    for (const counter of [41, 7, 7, 0, 0, 42]) {
      expect((await signInWith(browser, authenticator, { counter })).response_status).toBe(200);
      const row = await server.deps.db
        .selectFrom('passkey')
        .select('counter')
        .where('id', '=', passkeyId)
        .executeTakeFirstOrThrow();
      expect(Number(row.counter)).toBe(counter);
    }
  });

  test('refuses a passkey of one device whose counter falls to zero', async () => {
    const { browser, authenticator } = await start('zero@example.org');
    expect((await signInWith(browser, authenticator, { counter: 5 })).response_status).toBe(200);
    expect(await signInWith(browser, authenticator, { counter: 0 })).toMatchObject(refused);
  });

  test('refuses an unknown passkey and malformed answers without an internal error', async () => {
    const browser = client(server);
    expect(await signInWith(browser, createAuthenticator(), { userHandle: 'eA' })).toMatchObject(refused);
    const passkey = createAuthenticator().get({ challenge: 'x' });
    const withResponse = (response: object) => ({ ...passkey, response: { ...passkey.response, ...response } });
    for (const each of [
      withResponse({ clientDataJSON: 'bnVsbA' }),
      withResponse({ authenticatorData: 'AA' }),
      withResponse({ signature: 'AA' }),
    ]) {
      expect(await browser(signInWithPasskey, { body: { passkey: each } })).toMatchObject(refused);
    }
    const { data } = await browser(startPasskeySignIn);
    const unknown = createAuthenticator().get(data, { userHandle: 'eA' });
    const truncated = { ...unknown, response: { ...unknown.response, authenticatorData: 'AAAA' } };
    expect(await browser(signInWithPasskey, { body: { passkey: truncated } })).toMatchObject(refused);
  });

  test('deletes unanswered challenges', async () => {
    await client(server)(startPasskeySignIn);
    await server.clock.advance(6 * minuteMs);
    await deleteExpired(server.deps);
    expect(await server.deps.db.selectFrom('passkey_challenge').selectAll().execute()).toEqual([]);
  });
});

describe('a person’s passkeys', () => {
  test('are added, renamed and removed only after reauthentication, and with an email', async () => {
    const { browser, token, passkeyId, email } = await start('cards@example.org');
    expect(
      (await browser(renamePasskey, { token, body: { id: passkeyId, name: 'Work laptop' } })).response_status,
    ).toBe(200);
    expect((await browser(fetchPasskeys, { token })).data).toMatchObject({
      hasApp: false,
      passkeys: [{ id: passkeyId, name: 'Work laptop', synced: false, lastUsedAt: null }],
    });
    await server.clock.advance(11 * minuteMs);
    const needed = { response_status: 403, error_code: 'confirm_first', data: { passkey: true } };
    expect(await browser(startPasskey, { token })).toMatchObject(needed);
    const passkey = createAuthenticator().create({ challenge: 'eA', user: { id: 'eA' } });
    expect(await browser(addPasskey, { token, body: { passkey } })).toMatchObject(needed);
    expect(await browser(renamePasskey, { token, body: { id: passkeyId, name: 'Mine' } })).toMatchObject(needed);
    expect(await browser(removePasskey, { token, body: { id: passkeyId } })).toMatchObject(needed);
    await browser(confirmIdentity, { token, body: { password: goodPassword } });
    expect((await browser(removePasskey, { token, body: { id: passkeyId } })).response_status).toBe(200);
    expect((await browser(fetchPasskeys, { token })).data.passkeys).toEqual([]);
    await server.drain();
    const subjects = (await server.mails(email)).map(({ subject }) => subject);
    expect(subjects).toContain('A passkey was added to your account');
    expect(subjects).toContain('A passkey was removed from your account');
  });

  test('can’t be added, renamed or removed by another person', async () => {
    const owner = await start('owner@example.org');
    const stranger = await start('stranger@example.org');
    const { browser, token } = stranger;
    const body = { id: owner.passkeyId, name: 'Mine' };
    expect((await browser(renamePasskey, { token, body })).response_status).toBe(404);
    expect((await browser(removePasskey, { token, body: { id: owner.passkeyId } })).response_status).toBe(404);
    const { data: options } = await browser(startPasskey, { token });
    const passkey = owner.authenticator.create(options);
    expect(await browser(addPasskey, { token, body: { passkey } })).toMatchObject({ response_status: 409 });
    expect((await browser(fetchPasskeys, { token })).data.passkeys).toHaveLength(1);
  });

  test('can’t be added with another session’s or browser’s challenge, or without user verification', async () => {
    const { browser, token } = await start('adding@example.org');
    const other = await start('other-session@example.org');
    const { data: theirs } = await other.browser(startPasskey, { token: other.token });
    const add = (passkey: ReturnType<Authenticator['create']>, by = browser) =>
      by(addPasskey, { token, body: { passkey } });
    expect(await add(createAuthenticator().create(theirs), other.browser)).toMatchObject(refused);
    const { data: own } = await browser(startPasskey, { token });
    expect(await add(createAuthenticator().create(own), client(server))).toMatchObject(refused);
    const overrides = [{ verified: false }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }];
    for (const override of overrides) {
      const { data: options } = await browser(startPasskey, { token });
      expect(await add(createAuthenticator().create(options, override))).toMatchObject(refused);
    }
    expect((await browser(fetchPasskeys, { token })).data.passkeys).toHaveLength(1);
  });

  test('can be used to reauthenticate instead of the password, in their own session only', async () => {
    const { browser, token, authenticator, passkeyId } = await start('confirm@example.org');
    const other = await start('confirm-other@example.org');
    await server.clock.advance(11 * minuteMs);
    const { data: foreign } = await other.browser(startPasskeyConfirmation, { token: other.token });
    expect(foreign.allowCredentials.map(({ id }) => id)).toEqual([other.authenticator.id]);
    const confirm = (passkey: ReturnType<Authenticator['get']>) =>
      browser(confirmIdentity, { token, body: { passkey } });
    expect(await confirm(authenticator.get(foreign))).toMatchObject(refused);
    const { data: own } = await browser(startPasskeyConfirmation, { token });
    expect(await confirm(other.authenticator.get(own))).toMatchObject(refused);
    expect((await browser(removePasskey, { token, body: { id: passkeyId } })).response_status).toBe(403);
    const { data: again } = await browser(startPasskeyConfirmation, { token });
    expect((await confirm(authenticator.get(again))).response_status).toBe(200);
    expect((await browser(removePasskey, { token, body: { id: passkeyId } })).response_status).toBe(200);
  });
});

describe('a passkey as the second factor', () => {
  test('is requested after the password, and another person’s passkey is refused', async () => {
    const { browser, token, authenticator, passkeyId, email } = await start('second@example.org');
    const stranger = await start('second-stranger@example.org');
    const on = await browser(requirePasskey, { token });
    expect(on).toMatchObject({ response_status: 200, user: { two_factor: 1 } });
    expect(on.data.recoveryCodes).toHaveLength(10);
    const logIn = (more: object) => browser(submitLogin, { body: { email, password: goodPassword, ...more } });
    expect((await logIn({})).error_code).toBe('code_needed');
    const ask = async () => (await browser(startPasskeySignIn)).data;
    expect(await logIn({ passkey: stranger.authenticator.get(await ask()) })).toMatchObject(refused);
    expect((await logIn({ passkey: authenticator.get(await ask()) })).response_status).toBe(200);
    expect((await logIn({ code: on.data.recoveryCodes[0] })).response_status).toBe(200);
    expect(await browser(removePasskey, { token, body: { id: passkeyId } })).toMatchObject({
      response_status: 409,
      error_code: 'last_second_factor',
    });
    expect((await browser(endTwoFactor, { token })).user).toMatchObject({ two_factor: 0 });
    expect((await browser(removePasskey, { token, body: { id: passkeyId } })).response_status).toBe(200);
    await server.drain();
    const subjects = (await server.mails(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Someone entered your password, but not your second code');
  });

  test('can’t be required by a person without passkeys', async () => {
    const browser = client(server);
    const token = await registerVerified(server, 'without@example.org');
    await browser(confirmIdentity, { token, body: { password: goodPassword } });
    expect((await browser(requirePasskey, { token })).response_status).toBe(409);
  });
});
