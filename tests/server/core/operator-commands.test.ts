import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { endSessionsByOperator } from '#server/people/sign-in/end-by-operator.ts';
import { resetSecondFactor } from '#server/people/two-factor/reset-by-operator.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { confirmIdentity, confirmTwoFactor, startTwoFactor } from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, registerVerified } from '../support/identity.ts';

const [first, second] = ['first-operator@example.org', 'second-operator@example.org'];

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  ask = client(server);
  for (const email of [first, second]) {
    await registerVerified(server, email);
    await server.deps.db
      .updateTable('person')
      .set({ roles: ['support'] })
      .where('email', '=', email)
      .execute();
  }
});

afterAll(() => server.close());

async function withTwoFactor(email: string) {
  const token = await registerVerified(server, email);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  const { data } = await ask(startTwoFactor, { token });
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret.replace(/\s/g, '')) });
  const codeNow = () => totp.generate({ timestamp: server.clock.now().getTime() });
  await ask(confirmTwoFactor, { token, body: { code: codeNow() } });
  return { token, codeNow };
}

const reset = (email: string, operatorEmail: string) => resetSecondFactor(server.deps, { email, operatorEmail });
const subjects = async (email: string) => {
  await server.drain();
  return (await server.mails(email)).map(({ subject }) => subject);
};

test('a lost second factor is reset by two operators after 72 hours, and the person is notified', async () => {
  const email = 'lost-phone@example.org';
  const { token } = await withTwoFactor(email);
  expect((await reset(email, first)).step).toBe('requested');
  expect(await subjects(email)).toContain('A reset of your two-step sign-in was requested');
  await expect(reset(email, first)).rejects.toThrow('Another operator');
  expect((await reset(email, second)).step).toBe('approved');
  expect((await reset(email, first)).step).toBe('waiting');
  const earlySignIn = await ask(submitLogin, { body: { email, password: goodPassword } });
  expect(earlySignIn.error_code).toBe('code_needed');
  await server.clock.advance(72 * hourMs);
  expect((await reset(email, first)).step).toBe('done');
  expect((await ask(checkAuth, { token })).response_status).toBe(498);
  expect((await ask(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(200);
  expect((await subjects(email))[0]).toMatch(/two-step/i);
});

test('signing in with the second factor cancels a reset that someone else requested', async () => {
  const email = 'not-lost@example.org';
  const { codeNow } = await withTwoFactor(email);
  await reset(email, first);
  await reset(email, second);
  await server.clock.advance(31_000);
  const body = { email, password: goodPassword, code: codeNow() };
  expect((await ask(submitLogin, { body })).response_status).toBe(200);
  await server.clock.advance(73 * hourMs);
  expect((await reset(email, first)).step).toBe('requested');
});

test('only staff can request a reset, and not for themselves', async () => {
  await withTwoFactor('plain-person@example.org');
  await expect(reset('plain-person@example.org', 'plain-person@example.org')).rejects.toThrow('not an admin');
  await expect(reset('nobody-here@example.org', first)).rejects.toThrow('no two-step');
});

test('an operator can sign a person out everywhere, which is audited and emailed', async () => {
  const email = 'stolen-laptop@example.org';
  const token = await registerVerified(server, email);
  await endSessionsByOperator(server.deps, { email, operatorEmail: first });
  expect((await ask(checkAuth, { token })).response_status).toBe(498);
  expect(await subjects(email)).toContain('We signed you out everywhere');
  const audits = await server.deps.db
    .selectFrom('audit')
    .select('actor')
    .where('action', '=', 'sessions-ended')
    .execute();
  expect(audits).toHaveLength(1);
});
