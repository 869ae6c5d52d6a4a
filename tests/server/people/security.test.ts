import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { findStep } from '#server/people/two-factor/totp.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { submitLogin } from '#shared/people/contract.ts';
import {
  confirmEmailChange,
  confirmIdentity,
  confirmTwoFactor,
  endOtherSessions,
  endSessionById,
  endTwoFactor,
  fetchSessions,
  renewRecoveryCodes,
  requestEmailChange,
  startTwoFactor,
} from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

async function registerConfirmed(email: string): Promise<string> {
  const token = await registerVerified(server, email);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  return token;
}

function codeNow(secret: string): string {
  const timestamp = server.clock.now().getTime();
  return new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate({ timestamp });
}

async function withTwoFactor(email: string) {
  const token = await registerConfirmed(email);
  const { data } = await ask(startTwoFactor, { token });
  const answer = await ask(confirmTwoFactor, { token, body: { code: codeNow(data.secret) } });
  return { token, secret: data.secret, recoveryCodes: answer.data.recoveryCodes };
}

const logIn = (email: string, code?: string) =>
  ask(submitLogin, { body: { email, password: goodPassword, ...(code ? { code } : {}) } });

describe('the security audit log', () => {
  test('keeps sign-ins, failures and second-factor changes with address and browser, and a wrong code is emailed', async () => {
    const email = 'forensics@example.org';
    const { secret } = await withTwoFactor(email);
    const headers = { 'User-Agent': firefox };
    await ask(submitLogin, { body: { email, password: 'wrong-password-1' }, headers });
    await ask(submitLogin, { body: { email, password: goodPassword, code: '000000' }, headers });
    await server.clock.advance(31_000);
    await ask(submitLogin, { body: { email, password: goodPassword, code: codeNow(secret) }, headers });
    const rows = await server.deps.db
      .selectFrom('audit')
      .innerJoin('person', 'person.id', 'audit.entity_id')
      .select(['action', 'details'])
      .where('person.email', '=', email)
      .where('action', 'in', ['sign-in-failed', 'second-factor-failed', 'signed-in', 'two-factor-on'])
      .orderBy('audit.at')
      .execute();
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'second-factor-failed',
      'sign-in-failed',
      'signed-in',
      'two-factor-on',
    ]);
    for (const { action, details } of rows) {
      expect(details).toMatchObject({ ip: '127.0.0.1', userAgent: action === 'two-factor-on' ? '' : firefox });
    }
    await server.drain();
    expect((await server.mails(email)).map(({ subject }) => subject)).toContain(
      'Someone entered your password, but not your second code',
    );
  });

  test('deletes sign-ins after a year, and nothing else', async () => {
    await registerVerified(server, 'year@example.org');
    await ask(submitLogin, { body: { email: 'year@example.org', password: goodPassword } });
    const actions = async () => {
      const rows = await server.deps.db
        .selectFrom('audit')
        .innerJoin('person', 'person.id', 'audit.entity_id')
        .select('action')
        .where('person.email', '=', 'year@example.org')
        .execute();
      return rows.map(({ action }) => action).sort();
    };
    expect(await actions()).toEqual(['email-verified', 'registered', 'signed-in']);
    const later = new Date(server.clock.now().getTime() + 366 * dayMs);
    await deleteExpired({ ...server.deps, clock: () => later });
    expect(await actions()).toEqual(['email-verified', 'registered']);
  });
});

describe('sessions', () => {
  test('sessions are listed with device and IP address, and each can be ended', async () => {
    const email = 'sessions@example.org';
    const token = await registerVerified(server, email);
    const other = await ask(submitLogin, {
      body: { email, password: goodPassword },
      headers: { 'User-Agent': firefox },
    });
    const { sessions } = (await ask(fetchSessions, { token })).data;
    expect(sessions).toHaveLength(2);
    const theirs = sessions.find(({ current }) => !current);
    expect(theirs).toMatchObject({ browser: 'Firefox', system: 'Windows', place: '127.0.0.1' });
    expect(JSON.stringify(sessions)).not.toContain(other.token);
    expect((await ask(endSessionById, { token, body: { id: theirs?.id ?? '' } })).response_status).toBe(200);
    expect((await ask(checkAuth, { token: other.token ?? '' })).response_status).toBe(498);
  });

  test('another person’s sessions can’t be ended', async () => {
    const mine = await registerVerified(server, 'mine@example.org');
    const theirs = await registerVerified(server, 'theirs@example.org');
    const [session] = (await ask(fetchSessions, { token: theirs })).data.sessions;
    const answer = await ask(endSessionById, { token: mine, body: { id: session?.id ?? '' } });
    expect(answer.response_status).toBe(404);
    expect((await ask(checkAuth, { token: theirs })).response_status).toBe(200);
  });

  test('all sessions except the current one can be ended at once', async () => {
    const email = 'others@example.org';
    const token = await registerVerified(server, email);
    const others = await Promise.all([logIn(email), logIn(email)]);
    await ask(endOtherSessions, { token });
    for (const each of others) expect((await ask(checkAuth, { token: each.token ?? '' })).response_status).toBe(498);
    expect((await ask(checkAuth, { token })).response_status).toBe(200);
  });
});

test('setting up an app keeps its key on a reload, and makes another one after half an hour', async () => {
  const token = await registerConfirmed('reload@example.org');
  const { data: first } = await ask(startTwoFactor, { token });
  expect((await ask(startTwoFactor, { token })).data).toEqual(first);
  await server.clock.advance(30 * 60_000);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  expect((await ask(startTwoFactor, { token })).data.secret).not.toBe(first.secret);
});

describe('reauthentication', () => {
  test('sensitive actions require reauthentication, which lasts ten minutes in one session', async () => {
    const email = 'proof@example.org';
    const token = await registerVerified(server, email);
    const first = await ask(startTwoFactor, { token });
    expect(first).toMatchObject({ response_status: 403, data: { confirm: 1, two_factor: false } });
    const wrong = await ask(confirmIdentity, { token, body: { password: 'not my password' } });
    expect(wrong.validation_errors).toHaveProperty('password');
    expect((await ask(startTwoFactor, { token })).response_status).toBe(403);
    await ask(confirmIdentity, { token, body: { password: goodPassword } });
    expect((await ask(startTwoFactor, { token })).response_status).toBe(200);
    const { token: elsewhere = '' } = await logIn(email);
    expect((await ask(startTwoFactor, { token: elsewhere })).response_status).toBe(403);
    await server.clock.advance(10 * 60_000);
    expect((await ask(startTwoFactor, { token })).response_status).toBe(403);
  });
});

describe('changing the email address', () => {
  test('a code sent to the new address moves the account, notifies the old address and ends other sessions', async () => {
    const [before, after] = ['before@example.org', 'after@example.org'];
    const token = await registerConfirmed(before);
    const other = await logIn(before);
    await ask(requestEmailChange, { token, body: { email: after } });
    expect((await logIn(before)).response_status).toBe(200);
    const answer = await ask(confirmEmailChange, { token, body: { code: await readCode(server, after) } });
    expect(answer.user).toMatchObject({ email: after, email_verified: 1 });
    expect((await logIn(before)).response_status).toBe(422);
    expect((await logIn(after)).response_status).toBe(200);
    expect((await ask(checkAuth, { token: other.token ?? '' })).response_status).toBe(498);
    await server.drain();
    expect((await server.mails(before)).map(({ subject }) => subject)).toContain('Your email address was changed');
  });

  test('an address in use gets the same response, its owner gets an email, and nothing changes', async () => {
    await registerVerified(server, 'owner2@example.org');
    const token = await registerConfirmed('wants@example.org');
    const taken = await ask(requestEmailChange, { token, body: { email: 'owner2@example.org' } });
    const free = await ask(requestEmailChange, { token, body: { email: 'free@example.org' } });
    expect({ ...taken, headers: null }).toEqual({ ...free, headers: null });
    await server.drain();
    expect((await server.mails('owner2@example.org'))[0]?.subject).toBe('You already have an account');
  });

  test('if two people request the same address, the first to enter the code gets it', async () => {
    const tokens = [await registerConfirmed('one@example.org'), await registerConfirmed('two@example.org')];
    const codes: string[] = [];
    for (const token of tokens) {
      await ask(requestEmailChange, { token, body: { email: 'wanted@example.org' } });
      codes.push(await readCode(server, 'wanted@example.org'));
    }
    const answers = [];
    for (const [index, token] of tokens.entries()) {
      answers.push(await ask(confirmEmailChange, { token, body: { code: codes[index] ?? '' } }));
    }
    expect(answers.map(({ response_status }) => response_status)).toEqual([200, 409]);
  });
});

describe('two-step sign-in', () => {
  test('codes follow RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ] as const;
    for (const [seconds, code] of vectors) {
      expect(findStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
      expect(findStep(secret, code, new Date((seconds + 90) * 1000))).toBeUndefined();
    }
  });

  test('a code is requested only after the right password, and each code works once', async () => {
    const email = 'totp@example.org';
    const { secret } = await withTwoFactor(email);
    const wrongPassword = await ask(submitLogin, { body: { email, password: 'not my password' } });
    expect(wrongPassword.response_status).toBe(422);
    const codeRequest = await logIn(email);
    expect(codeRequest.response_status).toBe(403);
    expect(codeRequest.token).toBeUndefined();
    await server.clock.advance(30_000);
    const code = codeNow(secret);
    const burst = await Promise.all([logIn(email, code), logIn(email, code), logIn(email, code)]);
    expect(burst.map(({ response_status }) => response_status).sort()).toEqual([200, 422, 422]);
    expect((await logIn(email, '000000')).validation_errors).toHaveProperty('code');
  });

  test('a recovery code replaces the app’s code once, and its use is emailed', async () => {
    const email = 'recovery@example.org';
    const { recoveryCodes, token } = await withTwoFactor(email);
    expect(recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all([logIn(email, first), logIn(email, first.toUpperCase())]);
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 422]);
    await server.drain();
    expect((await server.mails(email)).map(({ subject }) => subject)).toContain('A recovery code was used');
    await ask(renewRecoveryCodes, { token });
    expect((await logIn(email, second)).response_status).toBe(422);
  });

  test('enabling it ends sessions opened without it, and disabling it requires a code', async () => {
    const email = 'off@example.org';
    const before = await registerVerified(server, email);
    const { token = '' } = await logIn(email);
    await ask(confirmIdentity, { token, body: { password: goodPassword } });
    const { data } = await ask(startTwoFactor, { token });
    await ask(confirmTwoFactor, { token, body: { code: codeNow(data.secret) } });
    expect((await ask(checkAuth, { token: before })).response_status).toBe(498);

    await server.clock.advance(11 * 60_000);
    expect(await ask(endTwoFactor, { token })).toMatchObject({ response_status: 403, data: { two_factor: true } });
    const passwordOnly = await ask(confirmIdentity, { token, body: { password: goodPassword } });
    expect(passwordOnly.validation_errors).toHaveProperty('code');
    await ask(confirmIdentity, { token, body: { password: goodPassword, code: codeNow(data.secret) } });
    expect((await ask(endTwoFactor, { token })).user).toMatchObject({ two_factor: 0 });
    expect((await logIn(email)).response_status).toBe(200);
  });

  test('the secret and recovery codes are never stored in plain text', async () => {
    const { secret, recoveryCodes } = await withTwoFactor('sealed@example.org');
    const rows = JSON.stringify([
      await server.deps.db.selectFrom('two_factor').selectAll().execute(),
      await server.deps.db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    expect(rows).not.toContain(secret.replace(/\s/g, ''));
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replace('-', ''));
  });
});
