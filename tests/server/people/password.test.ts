import { describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { register, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { changePassword, submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const newPassword = 'copper lantern at dusk';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

async function readToken(email: string): Promise<string> {
  await server.drain();
  const [newest] = await server.mails(email);
  const [, token] = /\/forgot\/password\/email\/verification\/_\/#token=([\w-]+)/.exec(newest?.text ?? '') ?? [];
  if (!token) throw new Error(`No link in the newest mail to ${email}`);
  return token;
}

async function requestResetToken(email: string): Promise<string> {
  await ask(submitForgotEmail, { body: { email } });
  return readToken(email);
}

const resetBody = (token: string, password = newPassword) => ({
  body: { token, password, confirm_password: password },
});

async function signIn(email: string, password: string) {
  return ask(submitLogin, { body: { email, password } });
}

describe('a forgotten password', () => {
  test('is replaced through the emailed link, which signs nobody in and ends every session', async () => {
    const email = 'forgot@example.org';
    const token = await registerVerified(server, email);
    const link = await requestResetToken(email);
    expect(await ask(verifyForgotEmail, { body: { token: link } })).toMatchObject({ data: { changed: false } });
    const answer = await ask(verifyForgotEmail, resetBody(link));
    expect(answer).toMatchObject({ response_status: 200, data: { changed: true } });
    expect(answer.token).toBeUndefined();
    expect((await ask(checkAuth, { token })).response_status).toBe(498);
    expect((await signIn(email, goodPassword)).response_status).toBe(422);
    expect((await signIn(email, newPassword)).response_status).toBe(200);
    await server.drain();
    expect((await server.mails(email))[0]?.subject).toBe('Your password was reset');
  });

  test('can be replaced only once per link, even if the link is used several times at once', async () => {
    const email = 'pressed@example.org';
    await registerVerified(server, email);
    const link = await requestResetToken(email);
    const passwords = ['copper lantern at dusk', 'violet anchor by noon', 'seven otters in rain'];
    const answers = await Promise.all(passwords.map((password) => ask(verifyForgotEmail, resetBody(link, password))));
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 410, 410]);
    const winner = passwords[answers.findIndex(({ response_status }) => response_status === 200)] ?? '';
    expect((await signIn(email, winner)).response_status).toBe(200);
    expect((await ask(verifyForgotEmail, { body: { token: link } })).response_status).toBe(410);
  });

  test('can be replaced through a link that expires after an hour, and only the newest link works', async () => {
    const email = 'hour@example.org';
    await registerVerified(server, email);
    const first = await requestResetToken(email);
    await server.clock.advance(2 * minuteMs);
    const second = await requestResetToken(email);
    expect(second).not.toBe(first);
    expect((await ask(verifyForgotEmail, resetBody(first))).response_status).toBe(410);
    await server.clock.advance(61 * minuteMs);
    expect((await ask(verifyForgotEmail, resetBody(second))).response_status).toBe(410);
  });

  test('stays replaceable through the link after a rejected password', async () => {
    const email = 'refused@example.org';
    await registerVerified(server, email);
    const link = await requestResetToken(email);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      expect((await ask(verifyForgotEmail, resetBody(link, 'password1'))).validation_errors).toHaveProperty('password');
    }
    const differs = await ask(verifyForgotEmail, {
      body: { token: link, password: newPassword, confirm_password: 'x' },
    });
    expect(differs.validation_errors).toEqual({ confirm_password: ['Password and confirm password must match.'] });
    expect((await ask(verifyForgotEmail, resetBody(link))).response_status).toBe(200);
  });

  test('of an unknown address gets the same response and no email', async () => {
    await registerVerified(server, 'somebody@example.org');
    const known = await ask(submitForgotEmail, { body: { email: 'somebody@example.org' } });
    const unknown = await ask(submitForgotEmail, { body: { email: 'emptyBuyer@example.org' } });
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null });
    await server.drain();
    expect(await server.mails('emptyBuyer@example.org')).toEqual([]);
  });

  test('that is requested ten times at once sends one email', async () => {
    const email = 'tabs@example.org';
    await registerVerified(server, email);
    const before = (await server.mails(email)).length;
    await Promise.all(Array.from({ length: 10 }, () => ask(submitForgotEmail, { body: { email } })));
    await server.drain();
    expect(await server.mails(email)).toHaveLength(before + 1);
  });

  test('that is reset verifies the address and invalidates its code', async () => {
    const email = 'never-verified@example.org';
    await ask(register, { body: registration(email) });
    const code = await readCode(server, email);
    expect((await ask(verifyForgotEmail, resetBody(await requestResetToken(email)))).response_status).toBe(200);
    expect((await ask(verifyEmail, { body: { email, code } })).response_status).toBe(410);
    expect(await signIn(email, newPassword)).toMatchObject({ user: { email_verified: 1 } });
  });

  test.each(['', 'x', 'a'.repeat(65), '../../etc', 'é'.repeat(30)])(
    'is not replaced with the invalid token %j',
    async (token) => {
      const { response_status } = await ask(verifyForgotEmail, { body: { token } });
      expect([410, 422]).toContain(response_status);
    },
  );
});

describe('changing the password', () => {
  const changeBody = (current: string, password = newPassword) => ({
    current_password: current,
    password,
    confirm_password: password,
  });

  test('ends the other sessions, keeps the current one and sends an email', async () => {
    const email = 'change@example.org';
    const other = await registerVerified(server, email);
    const { token = '' } = await signIn(email, goodPassword);
    const answer = await ask(changePassword, { token, body: changeBody(goodPassword) });
    expect(answer).toMatchObject({ response_status: 200, response_message: 'Your password has been changed.' });
    expect((await ask(checkAuth, { token })).response_status).toBe(200);
    expect((await ask(checkAuth, { token: other })).response_status).toBe(498);
    expect((await signIn(email, goodPassword)).response_status).toBe(422);
    await server.drain();
    expect((await server.mails(email))[0]?.subject).toBe('Your password was changed');
  });

  test('invalidates earlier reset links', async () => {
    const email = 'after-change@example.org';
    const token = await registerVerified(server, email);
    const link = await requestResetToken(email);
    await ask(changePassword, { token, body: changeBody(goodPassword) });
    expect((await ask(verifyForgotEmail, resetBody(link, 'violet anchor by noon'))).response_status).toBe(410);
    expect((await signIn(email, newPassword)).response_status).toBe(200);
  });

  test('requires the current password, a different new password and a token', async () => {
    const email = 'wrong-change@example.org';
    const token = await registerVerified(server, email);
    const wrong = await ask(changePassword, { token, body: changeBody('not my password') });
    expect(wrong.validation_errors).toEqual({ current_password: ['This isn’t your current password.'] });
    const same = await ask(changePassword, { token, body: changeBody(goodPassword, goodPassword) });
    expect(same.validation_errors).toHaveProperty('password');
    expect((await ask(changePassword, { body: changeBody(goodPassword) })).response_status).toBe(401);
  });

  test('succeeds once if two tabs change it at the same time', async () => {
    const email = 'two-tabs@example.org';
    const token = await registerVerified(server, email);
    const passwords = ['copper lantern at dusk', 'violet anchor by noon'];
    const answers = await Promise.all(
      passwords.map((password) => ask(changePassword, { token, body: changeBody(goodPassword, password) })),
    );
    // The slower one gets a conflict, or its current password is already wrong.
    const statuses = answers.map(({ response_status }) => response_status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 422)).toHaveLength(1);
    const newPassword = passwords[statuses.indexOf(200)] ?? '';
    expect((await ask(submitLogin, { body: { email, password: newPassword } })).response_status).toBe(200);
  });
});
