import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, setPassword, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import type { TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, readCode, registration } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

const attackersPassword = 'thief-of-names-1';
const attackers = { first_name: 'Thief', password: attackersPassword, confirm_password: attackersPassword };

let shop: Shop;
let server: TestApp;

beforeAll(async () => {
  shop = await startShop({ captcha: easyCaptcha });
  server = shop.server;
});

afterAll(() => shop.close());

const openBrowsers = () => ({ victim: client(server), attacker: client(server) });
const signIn = (ask: ReturnType<typeof client>, email: string, password: string) =>
  ask(submitLogin, { body: { email, password } });

test('an attacker who registers after the victim can’t sign in once the victim enters the newest code', async () => {
  const email = 'registered-first@example.org';
  const { victim, attacker } = openBrowsers();
  await victim(register, { body: registration(email) });
  await server.clock.advance(61_000);
  await attacker(register, { body: registration(email, attackers) });
  const verified = await victim(verifyEmail, { body: { email, code: await readCode(server, email) } });
  expect(verified.user).toMatchObject({ first_name: 'Marta', email_verified: 1 });
  expect((await signIn(attacker, email, attackersPassword)).response_status).toBe(422);
  expect((await signIn(victim, email, goodPassword)).response_status).toBe(200);
});

test('a later registration ends an earlier code, and the newest one works for the browser that registered', async () => {
  const email = 'earlier-code@example.org';
  const { victim, attacker } = openBrowsers();
  await victim(register, { body: registration(email) });
  const code = await readCode(server, email);
  for (let round = 0; round < 3; round += 1) {
    await server.clock.advance(61_000);
    await attacker(register, { body: registration(email, attackers) });
  }
  expect((await victim(verifyEmail, { body: { email, code } })).error_code).toBe('code_used');
  const newest = await readCode(server, email);
  expect((await victim(verifyEmail, { body: { email, code: newest } })).user).toMatchObject({ first_name: 'Marta' });
});

test('a browser that did not register sets the password in the step that verifies the address', async () => {
  const email = 'on-the-phone@example.org';
  const { victim, attacker } = openBrowsers();
  await attacker(register, { body: registration(email, attackers) });
  const code = await readCode(server, email);
  const passwordStep = await victim(verifyEmail, { body: { email, code } });
  expect(passwordStep).toMatchObject({ response_status: 422, validation_errors: { password: [expect.any(String)] } });
  expect(passwordStep.token).toBeUndefined();
  const weak = await victim(verifyEmail, {
    body: { email, code, password: 'password1', confirm_password: 'password1' },
  });
  expect(weak.validation_errors).toHaveProperty('password');
  const newPassword = { password: goodPassword, confirm_password: goodPassword };
  const verified = await victim(verifyEmail, { body: { email, code, ...newPassword } });
  expect(verified).toMatchObject({ response_status: 200, user: { email_verified: 1 } });
  expect((await signIn(attacker, email, attackersPassword)).response_status).toBe(422);
  expect((await signIn(client(server), email, goodPassword)).response_status).toBe(200);
});

test('a wrong code never leads to the password step', async () => {
  const email = 'no-oracle@example.org';
  const { victim, attacker } = openBrowsers();
  await victim(register, { body: registration(email) });
  const wrong = (await readCode(server, email)) === '000000' ? '000001' : '000000';
  const answer = await attacker(verifyEmail, { body: { email, code: wrong } });
  expect(Object.keys(answer.validation_errors)).toEqual(['code']);
});

test('a password typed before verification works only in the browser that typed it', async () => {
  const email = 'unproven@example.org';
  const { victim, attacker } = openBrowsers();
  await attacker(register, { body: registration(email, attackers) });
  expect((await signIn(victim, email, attackersPassword)).response_status).toBe(422);
  const own = await signIn(attacker, email, attackersPassword);
  expect(own.user).toMatchObject({ email_verified: 0, first_name: '', country: '' });
});

test('a guest purchase discards an attacker’s earlier registration and emails the buyer a password link', async () => {
  const email = 'guest-buyer@example.org';
  const { victim, attacker } = openBrowsers();
  await attacker(register, { body: registration(email, attackers) });
  const session = await signIn(attacker, email, attackersPassword);
  await shop.press(await shop.order(orderForm({ email })), 'paid');
  await server.drain();

  expect((await attacker(checkAuth, { token: session.token ?? '' })).response_status).toBe(498);
  expect((await signIn(attacker, email, attackersPassword)).response_status).toBe(422);
  const mail = (await server.mails(email)).find(({ subject }) => subject.endsWith('is ready to trade'));
  const [, code = ''] = /\/password\/set\/[^/]+\/_\/#code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  const newPassword = { password: goodPassword, confirm_password: goodPassword };
  expect((await victim(setPassword, { body: { email, code, ...newPassword } })).user).toMatchObject({
    email_verified: 1,
  });
  expect((await signIn(attacker, email, attackersPassword)).response_status).toBe(422);
});

test('the browser’s own cookie is sent neither by other sites nor to scripts', async () => {
  const { headers } = await client(server)(register, { body: registration('cookie@example.org') });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^device=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/),
  ]);
});
