import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mailer } from '#server/core/deps.ts';
import { createLog } from '#server/core/log.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { checkAuth, register, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { confirmIdentity, requestEmailChange } from '#shared/people/contract-security.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, readCode, registration } from '../support/identity.ts';

const email = 'someone.quiet+tide@mail.example.org';

let server: TestApp;
let lines = '';
/** Values that must never appear in the log. */
const secrets: string[] = [email, goodPassword];

beforeAll(async () => {
  const write = (line: string) => {
    lines += line;
  };
  server = await startTestApp({ log: createLog({ logLevel: 'debug' }, { write }), replace: { captcha: easyCaptcha } });
});

afterAll(() => server.close());

test('no identity action logs an address, token, code or password', async () => {
  const ask = client(server);
  await ask(register, { body: registration(email) });
  const code = await readCode(server, email);
  await ask(verifyEmail, { body: { email, code: code === '000000' ? '000001' : '000000' } });
  const { token = '' } = await ask(verifyEmail, { body: { email, code } });
  await ask(checkAuth, { token });
  await ask(submitLogin, { body: { email, password: 'not the password' } });
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  await ask(requestEmailChange, { token, body: { email: `new.${email}` } });
  await ask(subscribeNewsletter, { body: { email, termsUse: 1, captcha: 'solved' } });
  const message = { name: 'Marta', email, topic: 'question', message: `Write to ${email}`, captcha: 'solved' } as const;
  await ask(sendContact, { body: message });
  await ask(submitForgotEmail, { body: { email } });
  await server.drain();
  const mails = (await server.mails(email)).map(({ text }) => text).join();
  const [, link = ''] = /\/forgot\/password\/email\/verification\/_\/#token=([^/\s]+)/.exec(mails) ?? [];
  await ask(verifyForgotEmail, { body: { token: link, password: 'short', confirm_password: 'short' } });
  for (const path of [`/forgot/password/email/verification/${link}/`, `/password/set/${email}/${code}/`]) {
    await server.app.request(path);
  }
  await server.app.request(`/api/emptyBuyer/${encodeURIComponent(email)}?token=${token}`);

  expect(token).not.toBe('');
  expect(link).not.toBe('');
  secrets.push(code, token, link);
  expect(lines).toContain('submit_login');
  for (const secret of secrets) {
    expect(lines).not.toContain(secret);
    expect(lines).not.toContain(encodeURIComponent(secret));
  }
});

test('a logged failure leaves out the address that its error contains', async () => {
  lines = '';
  const refusing: Mailer = {
    send: async ({ recipient }) => {
      throw Object.assign(new Error(`550 no such user <${recipient}>`), { rejected: [recipient], response: recipient });
    },
  };
  await server.clock.advance(7_200_000);
  const broken = await server.another({ mailer: refusing });
  await client(broken)(submitForgotEmail, { body: { email } });
  await broken.drain({ allowFailures: true });
  expect(lines).toContain('550 no such user');
  expect(lines).not.toContain(email);
});

test('refused webhooks name the secret to check, once a minute each, and tell the sender nothing', async () => {
  const send = async () => {
    const answer = await server.app.request('/api/webhooks/payments', { method: 'POST', body: '{}' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('SECRET');
  };
  const warnings = () => lines.split('\n').filter((line) => line.includes('STRIPE_WEBHOOK_SECRET')).length;
  await send();
  await send();
  expect(warnings()).toBe(1);
  await server.clock.advance(60_000);
  await send();
  expect(warnings()).toBe(2);
});
