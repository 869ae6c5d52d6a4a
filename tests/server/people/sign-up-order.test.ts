import { expect, test } from 'vitest';
import { issueCode } from '#server/people/codes/issue.ts';
import { register, resendEmail, setPassword, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { changePassword, submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { confirmEmailChange, confirmIdentity, requestEmailChange } from '#shared/people/contract-security.ts';
import { checkAuth, logout } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const newPassword = 'copper lantern at dusk';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

async function requestResetToken(email: string): Promise<string> {
  await ask(submitForgotEmail, { body: { email } });
  await server.drain();
  const texts = (await server.mails(email)).map(({ text }) => text).join();
  return /\/forgot\/password\/email\/verification\/_\/#token=([\w-]+)/.exec(texts)?.[1] ?? '';
}

const passwordPair = (password = newPassword) => ({ password, confirm_password: password });
const signIn = (email: string, password: string) => ask(submitLogin, { body: { email, password } });

test('a reset invalidates the link for setting a guest’s first password', async () => {
  const email = 'guest-then-reset@example.org';
  await registerVerified(server, email);
  const person = await server.deps.db
    .updateTable('person')
    .set({ password_hash: null })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { code } = await server.deps.db
    .transaction()
    .execute((trx) => issueCode(server.deps, trx, { personId: person.id, purpose: 'set-password' }));
  expect(
    (await ask(verifyForgotEmail, { body: { token: await requestResetToken(email), ...passwordPair() } }))
      .response_status,
  ).toBe(200);
  const late = await ask(setPassword, { body: { email, code, ...passwordPair('violet anchor by noon') } });
  expect(late.response_status).toBe(410);
  expect((await signIn(email, newPassword)).response_status).toBe(200);
});

test('a password reset and a password change at the same time leave one valid password, and the reset ends the session', async () => {
  const email = 'reset-and-change@example.org';
  const token = await registerVerified(server, email);
  const link = await requestResetToken(email);
  const [changed, reset] = await Promise.all([
    ask(changePassword, { token, body: { current_password: goodPassword, ...passwordPair('violet anchor by noon') } }),
    ask(verifyForgotEmail, { body: { token: link, ...passwordPair() } }),
  ]);
  const winners = [
    [changed.response_status, 'violet anchor by noon'],
    [reset.response_status, newPassword],
  ].filter(([status]) => status === 200);
  expect(winners.length).toBeGreaterThan(0);
  const working = await Promise.all(
    [goodPassword, newPassword, 'violet anchor by noon'].map((word) => signIn(email, word)),
  );
  expect(working.filter(({ response_status }) => response_status === 200)).toHaveLength(1);
  expect((await signIn(email, goodPassword)).response_status).toBe(422);
  if (reset.response_status === 200) expect((await ask(checkAuth, { token })).response_status).toBe(498);
});

test('a reset also verifies the address, invalidates earlier codes and sends no new one', async () => {
  const email = 'resend-after@example.org';
  await ask(register, { body: registration(email) });
  const code = await readCode(server, email);
  await ask(verifyForgotEmail, { body: { token: await requestResetToken(email), ...passwordPair() } });
  const before = (await server.mails(email)).length;
  await server.clock.advance(120_000);
  expect((await ask(resendEmail, { body: { email } })).response_status).toBe(200);
  await server.drain();
  expect(await server.mails(email)).toHaveLength(before + 1);
  expect((await ask(verifyEmail, { body: { email, code } })).response_status).toBe(410);
});

test('signing out and verifying at the same time leave the old token invalid', async () => {
  const email = 'out-and-in@example.org';
  await ask(register, { body: registration(email) });
  const code = await readCode(server, email);
  const { token: old = '' } = await signIn(email, goodPassword);
  const [, verified] = await Promise.all([ask(logout, { token: old }), ask(verifyEmail, { body: { email, code } })]);
  expect((await ask(checkAuth, { token: old })).response_status).toBe(498);
  expect((await ask(checkAuth, { token: verified.token ?? '' })).user).toMatchObject({ email_verified: 1 });
});

test('an address change requested twice takes effect once, by the newest code only', async () => {
  const email = 'asked-twice@example.org';
  const token = await registerVerified(server, email);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  await ask(requestEmailChange, { token, body: { email: 'first-wish@example.org' } });
  const first = await readCode(server, 'first-wish@example.org');
  await server.clock.advance(61_000);
  await ask(requestEmailChange, { token, body: { email: 'second-wish@example.org' } });
  const second = await readCode(server, 'second-wish@example.org');
  if (first !== second) {
    expect((await ask(confirmEmailChange, { token, body: { code: first } })).response_status).not.toBe(200);
  }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => ask(confirmEmailChange, { token, body: { code: second } })),
  );
  expect(answers.filter(({ response_status }) => response_status === 200)).toHaveLength(1);
  expect((await ask(checkAuth, { token })).user?.email).toBe('second-wish@example.org');
});
