import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitKey } from '#server/core/http/limits.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { issueCode } from '#server/people/codes/issue.ts';
import { register, setPassword, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import {
  easyCaptcha,
  goodPassword,
  readCode,
  registerVerified,
  registration,
  solveCaptcha,
} from '../support/identity.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({
    startAt: Date.now(),
    limits: 'on',
    environment: { TRUST_PROXY: '1', CAPTCHA_COST: '20' },
  });
  ask = client(server);
});

afterAll(() => server.close());

function fromIp(ip: string) {
  return { headers: { 'X-Forwarded-For': ip } };
}

test('a solved challenge counts once, and a forged one doesn’t count', async () => {
  const captcha = await solveCaptcha(server);
  const first = await ask(register, { body: registration('once@example.org', { captcha }), ...fromIp('192.0.2.1') });
  expect(first.response_status).toBe(200);
  const second = await ask(register, { body: registration('twice@example.org', { captcha }), ...fromIp('192.0.2.1') });
  expect(second.validation_errors).toHaveProperty('captcha');
  const madeUp = Buffer.from(JSON.stringify({ challenge: { parameters: {} }, solution: {} })).toString('base64');
  const third = await ask(register, {
    body: registration('third@example.org', { captcha: madeUp }),
    ...fromIp('192.0.2.1'),
  });
  expect(third.validation_errors).toHaveProperty('captcha');
});

test('a solved challenge that is used several times at once counts once', async () => {
  const captcha = await solveCaptcha(server);
  const uses = await Promise.all(Array.from({ length: 10 }, () => server.deps.captcha.verify(captcha, '192.0.2.1')));
  expect(uses.filter(Boolean)).toHaveLength(1);
});

test('an expired challenge is rejected', async () => {
  const captcha = await solveCaptcha(server);
  await server.clock.advance(21 * 60_000);
  expect(await server.deps.captcha.verify(captcha, '192.0.2.1')).toBe(false);
});

test('too many attempts from one IPv6 household get a 429 with a retry time', async () => {
  const body = { email: 'guess@example.org', password: 'wrong-password-1' };
  const statuses = await Promise.all(
    Array.from({ length: 310 }, (_, index) =>
      ask(submitLogin, {
        body: { ...body, email: `guess${index}@example.org` },
        ...fromIp(`2001:db8:7:7::${index.toString(16)}`),
      }),
    ),
  );
  expect(statuses.filter((answer) => answer.response_status === 429).length).toBeGreaterThanOrEqual(10);
  const refused = await ask(submitLogin, { body, ...fromIp('2001:db8:7:7:ffff::1') });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.request_id).toBeTruthy();
  const elsewhere = await ask(submitLogin, { body, ...fromIp('2001:db8:7:8::1') });
  expect(elsewhere.response_status).toBe(422);
});

test('guesses at one address from many networks each need a captcha, and never lock the owner out', async () => {
  const email = 'target@example.org';
  const owner = client(server);
  const home = fromIp('198.51.100.1');
  const captcha = await solveCaptcha(server);
  await owner(register, { body: registration(email, { captcha }), ...home });
  await owner(verifyEmail, { body: { email, code: await readCode(server, email) }, ...home });

  const stranger = client(server);
  const wrong = { email, password: 'wrong-password-1' };
  const answers = [];
  for (let index = 0; index < 25; index += 1) {
    answers.push(await stranger(submitLogin, { body: wrong, ...fromIp(`203.0.113.${index}`) }));
  }
  expect(answers.at(-1)).toMatchObject({ response_status: 422, validation_errors: { captcha: [expect.any(String)] } });
  const right = { email, password: goodPassword };
  const byRobot = await stranger(submitLogin, { body: right, ...fromIp('203.0.113.99') });
  expect(byRobot.validation_errors).toHaveProperty('captcha');

  expect((await owner(submitLogin, { body: right, ...home })).response_status).toBe(200);
  const solved = { ...right, captcha: await solveCaptcha(server) };
  const elsewhere = await client(server)(submitLogin, { body: solved, ...fromIp('198.51.100.7') });
  expect(elsewhere.response_status).toBe(200);
});

test('twenty wrong passwords from the owner’s own network don’t block the owner’s known browser', async () => {
  const email = 'shared-office@example.org';
  const owner = client(server);
  const office = fromIp('198.51.100.20');
  await owner(register, { body: registration(email, { captcha: await solveCaptcha(server) }), ...office });
  await owner(verifyEmail, { body: { email, code: await readCode(server, email) }, ...office });
  const colleague = client(server);
  for (let index = 0; index < 21; index += 1) {
    await colleague(submitLogin, { body: { email, password: 'wrong-password-1' }, ...office });
  }
  const refused = await colleague(submitLogin, { body: { email, password: goodPassword }, ...office });
  expect(refused.response_status).toBe(429);
  expect((await owner(submitLogin, { body: { email, password: goodPassword }, ...office })).response_status).toBe(200);
});

test('strangers’ wrong guesses from any number of networks end the code, and the owner gets in by the link', async () => {
  const email = 'guessed-code@example.org';
  const owner = client(server);
  await owner(register, {
    body: registration(email, { captcha: await solveCaptcha(server) }),
    ...fromIp('192.0.2.40'),
  });
  const code = await readCode(server, email);
  const wrong = code === '000000' ? '000001' : '000000';
  const stranger = client(server);
  const guess = async (guessed: string, network: number) => {
    const captcha = await solveCaptcha(server);
    return stranger(verifyEmail, { body: { email, code: guessed, captcha }, ...fromIp(`203.0.113.${network}`) });
  };
  const statuses = [];
  for (let network = 0; network < 12; network += 1) statuses.push((await guess(wrong, network)).response_status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  expect((await guess(code, 60)).response_status).toBe(429);
  const [mail] = await server.mails(email);
  const [, link = ''] = /#code=([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  const opened = await owner(verifyEmail, { body: { email, code: link }, ...fromIp('192.0.2.40') });
  expect(opened).toMatchObject({ response_status: 200, user: { email_verified: 1 } });
});

test('a stranger’s reset requests never lock the owner out or flood the mailbox', async () => {
  const email = 'reset-by-others@example.org';
  const owner = client(server);
  await owner(register, {
    body: registration(email, { captcha: await solveCaptcha(server) }),
    ...fromIp('192.0.2.50'),
  });
  await owner(verifyEmail, { body: { email, code: await readCode(server, email) }, ...fromIp('192.0.2.50') });
  const stranger = client(server);
  for (let index = 0; index < 12; index += 1) {
    await server.clock.advance(61_000);
    await stranger(submitForgotEmail, { body: { email }, ...fromIp(`203.0.113.${100 + index}`) });
    await server.drain();
  }
  const asked = await owner(submitForgotEmail, { body: { email }, ...fromIp('192.0.2.50') });
  expect(asked.response_status).toBe(200);
  await server.drain();
  const links = (await server.mails(email)).filter(({ text }) => text.includes('/forgot/password/'));
  expect(links).toHaveLength(5);
  const [, token = ''] = /\/forgot\/password\/email\/verification\/_\/#token=([\w-]+)/.exec(links[0]?.text ?? '') ?? [];
  expect((await owner(verifyForgotEmail, { body: { token }, ...fromIp('192.0.2.50') })).response_status).toBe(200);
});

test('IPv6 addresses are limited per /64, IPv4 addresses one by one', () => {
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(limitKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(limitKey('2001:DB8::1')).toBe('2001:db8:0:0::/64');
  expect(limitKey('::1')).toBe('0:0:0:0::/64');
  expect(limitKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(limitKey('192.0.2.1')).toBe('192.0.2.1');
  expect(limitKey('email:a@example.org')).toBe('email:a@example.org');
});

test('a guest buyer who sets a password through the emailed link can sign in and is verified', async () => {
  const { db } = server.deps;
  const email = 'guest@example.org';
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .insertInto('person')
      .values({
        id: 'guest',
        email,
        first_name: 'Gil',
        last_name: 'Guest',
        country: 'PT',
        locale: 'pt',
        password_hash: null,
        created_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { code } = await issueCode(server.deps, trx, { personId: person.id, purpose: 'set-password' });
    const to = { email, locale: 'pt', first_name: 'Gil' };
    await queueMail(server.deps, trx, to, 'set-password', 'set-password:order-1', { email, code });
    await queueMail(server.deps, trx, to, 'set-password', 'set-password:order-1', { email, code: 'another' });
  });
  await server.drain();
  const mails = await server.mails(email);
  expect(mails).toHaveLength(1);
  const [, code = ''] = /\/pt\/password\/set\/guest%40example\.org\/_\/#code=([\w-]+)/.exec(mails[0]?.text ?? '') ?? [];

  expect(
    (await ask(submitLogin, { body: { email, password: goodPassword }, ...fromIp('192.0.2.9') })).response_status,
  ).toBe(422);
  const body = { email, code, password: goodPassword, confirm_password: goodPassword };
  const weak = await ask(setPassword, {
    body: { ...body, password: 'password1', confirm_password: 'password1' },
    ...fromIp('192.0.2.9'),
  });
  expect(weak.validation_errors).toHaveProperty('password');
  const set = await ask(setPassword, { body, ...fromIp('192.0.2.9') });
  expect(set).toMatchObject({ response_status: 200, user: { email, email_verified: 1 } });
  expect((await ask(setPassword, { body, ...fromIp('192.0.2.9') })).response_status).toBe(410);
  expect(
    (await ask(submitLogin, { body: { email, password: goodPassword }, ...fromIp('192.0.2.9') })).response_status,
  ).toBe(200);
});

test('an address that a client claims counts only behind our own proxy', async () => {
  for (const trusted of ['0', '1']) {
    const own = await startTestApp({ replace: { captcha: easyCaptcha }, environment: { TRUST_PROXY: trusted } });
    const email = 'claimed@example.org';
    await registerVerified(own, email);
    const headers = { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7' };
    await client(own)(submitLogin, { body: { email, password: goodPassword }, headers });
    const sessions = await own.deps.db.selectFrom('session').select('ip').execute();
    expect(sessions.some(({ ip }) => ip === '203.0.113.7')).toBe(trusted === '1');
    expect(sessions.some(({ ip }) => ip === '198.51.100.9')).toBe(false);
    await own.close();
  }
});
