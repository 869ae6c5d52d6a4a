import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mailer } from '#server/core/deps.ts';
import { createLog } from '#server/core/log.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { register, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { confirmIdentity, requestEmailChange } from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, readCode, registration } from '../support/identity.ts';
import { signInPerson } from '../support/people.ts';

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

/** The lines with this message, oldest first. */
const linesWith = (message: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.msg === message);

const failing = (message: string): Mailer => ({
  send: async () => {
    throw new Error(message);
  },
});

test('a job’s lines name the request that caused it, and the person by a code that leads to nobody', async () => {
  const ask = client(server);
  const address = `coded.${email}`;
  await ask(register, { body: registration(address) });
  const { token = '' } = await ask(verifyEmail, { body: { email: address, code: await readCode(server, address) } });
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  await server.drain();
  const { personId, token: tokenOfOther } = await signInPerson(server);
  const down = await server.another({ mailer: failing('the mail server is down') });
  lines = '';
  await client(down)(requestEmailChange, { token, body: { email: `new.${address}` } });
  await down.drain({ allowFailures: true });
  await ask(checkAuth, { token });
  await ask(checkAuth, { token: tokenOfOther });
  const [own, again, other] = linesWith('request');
  const [failure] = linesWith('a job failed');
  expect(own).toMatchObject({ requestId: expect.any(String), person: expect.stringMatching(/^[\w-]{16}$/) });
  expect(failure).toMatchObject({ job: 'send-mail', jobId: expect.any(String) });
  expect(failure?.requestId).toBe(own?.requestId);
  expect([failure?.person, again?.person]).toEqual([own?.person, own?.person]);
  expect(other?.person).not.toBe(own?.person);
  expect(again?.requestId).not.toBe(own?.requestId);
  expect(lines).not.toContain(personId);
});

test('an error’s stack trace is logged once in ten minutes, and then how often it was left out', () => {
  let now = Date.UTC(2026, 10, 27);
  const written: Record<string, unknown>[] = [];
  const write = (line: string) => void written.push(JSON.parse(line).err);
  const log = createLog({ logLevel: 'info' }, { write }, () => now);
  for (const count of [50, 2]) {
    for (let order = 0; order < count; order += 1) log.error({ err: new RangeError(`order ${order}`) }, 'failed');
    log.error({ err: new TypeError('another') }, 'failed');
    now += 600_000;
  }
  const stack = expect.stringContaining('log.test.ts');
  expect(written).toHaveLength(54);
  expect(written[0]).toEqual({ type: 'RangeError', message: 'order 0', stack });
  expect(written[49]).toEqual({ type: 'RangeError', message: 'order 49' });
  expect(written[50]).toEqual({ type: 'TypeError', message: 'another', stack });
  expect(written[51]).toEqual({ type: 'RangeError', message: 'order 0', stack, repeated: 49 });
  expect(written[52]).toEqual({ type: 'RangeError', message: 'order 1' });
});

test('an outage of the database has one stack trace, wherever it is noticed', () => {
  const written: { stack?: string }[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void written.push(JSON.parse(line).err) });
  const terminated = () => new Error('Connection terminated unexpectedly');
  const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  for (const create of [terminated, refused, terminated]) log.error({ err: create() }, 'failed');
  expect(written.map(({ stack }) => stack !== undefined)).toEqual([true, false, false]);
});
