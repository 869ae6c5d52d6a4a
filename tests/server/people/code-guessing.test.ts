import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { register, resendEmail, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, readCode, registerVerified, registration } from '../support/identity.ts';

let server: TestApp;
let copy: TestApp;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha }, environment: { TRUST_PROXY: '1' } });
  copy = await server.another();
});

afterAll(() => server.close());

const from = (network: number) => ({ 'X-Forwarded-For': `203.0.113.${network}` });
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
const attemptsOf = async (email: string) => {
  const row = await server.deps.db
    .selectFrom('email_code')
    .innerJoin('person', 'person.id', 'email_code.person_id')
    .select('attempts')
    .where('person.email', '=', email)
    .where('purpose', 'in', ['verify-email', 'payout-access'])
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  return row.attempts;
};

/** Rate limits are off here: the code itself must hold, also after a restart that forgot every count. */
test('300 guesses from 60 networks at two copies at once get ten attempts, and the right code then fails', async () => {
  const email = 'guessed@example.org';
  await client(server)(register, { body: registration(email) });
  const code = await readCode(server, email);
  const asks = [client(server), client(copy)];
  const guess = (index: number) =>
    asks[index % 2]?.(verifyEmail, { body: { email, code: wrongFor(code) }, headers: from(index % 60) });
  const guesses = await Promise.all(Array.from({ length: 300 }, (_, index) => guess(index)));
  expect(new Set(guesses.map((answer) => answer?.error_code))).toEqual(new Set(['invalid']));
  expect(await attemptsOf(email)).toBe(10);
  const right = await client(copy)(verifyEmail, { body: { email, code }, headers: from(61) });
  expect(right.response_status).toBe(410);
  expect(right.token).toBeUndefined();
});

test('a new code ends the old one, also while both are entered at the same time', async () => {
  const email = 'renewed@example.org';
  const ask = client(server);
  await ask(register, { body: registration(email) });
  const old = await readCode(server, email);
  await server.clock.advance(61_000);
  await ask(resendEmail, { body: { email } });
  const newest = await readCode(server, email);
  expect(newest).not.toBe(old);
  const [first, second] = await Promise.all([
    client(server)(verifyEmail, { body: { email, code: old } }),
    ask(verifyEmail, { body: { email, code: newest } }),
  ]);
  expect([first.error_code, second.response_status]).toEqual(['code_used', 200]);
});

test('a payout code has ten attempts over all networks', async () => {
  const email = 'payee-guessed@example.org';
  await registerVerified(server, email);
  const ask = client(server);
  await ask(requestPayoutAccess, { body: { email } });
  const code = await readCode(server, email);
  await Promise.all(
    Array.from({ length: 60 }, (_, network) =>
      client(server)(confirmPayoutAccess, { body: { email, code: wrongFor(code) }, headers: from(network) }),
    ),
  );
  expect(await attemptsOf(email)).toBe(10);
  expect((await ask(confirmPayoutAccess, { body: { email, code } })).response_status).toBe(410);
});

test('nine wrong guesses leave the right code working, and it clears the count for a password step', async () => {
  const email = 'patient@example.org';
  await client(server)(register, { body: registration(email) });
  const code = await readCode(server, email);
  const stranger = client(server);
  for (let index = 0; index < 9; index += 1) await stranger(verifyEmail, { body: { email, code: wrongFor(code) } });
  for (let index = 0; index < 3; index += 1) {
    const step = await stranger(verifyEmail, { body: { email, code } });
    expect(step.validation_errors).toHaveProperty('password');
  }
});

describe('ten wrong guesses by strangers', () => {
  let limited: TestApp;

  beforeAll(async () => {
    limited = await startTestApp({
      ...{ replace: { captcha: easyCaptcha }, limits: 'on' },
      environment: { TRUST_PROXY: '1' },
    });
  });

  afterAll(() => limited.close());

  const guessTen = async (call: typeof verifyEmail | typeof confirmPayoutAccess, email: string, code: string) => {
    const body = { email, code: wrongFor(code), captcha: 'solved' };
    for (let network = 0; network < 10; network += 1) await client(limited)(call, { body, headers: from(network) });
    const locked = await client(limited)(call, { body: { ...body, code }, headers: from(99) });
    expect(locked.response_status).toBe(429);
  };
  const readLinkCode = async (email: string) => {
    const [mail] = (await limited.mails(email)).filter(({ text }) => text.includes('#code='));
    return /#code=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  };

  test('leave the link in the mail working, for a registration and for payouts', async () => {
    const email = 'locked-out@example.org';
    const ask = client(limited);
    await ask(register, { body: registration(email) });
    await guessTen(verifyEmail, email, await readCode(limited, email));
    expect((await ask(verifyEmail, { body: { email, code: await readLinkCode(email) } })).response_status).toBe(200);

    await limited.clock.advance(3_600_000);
    const elsewhere = client(limited);
    await elsewhere(requestPayoutAccess, { body: { email } });
    const code = await readCode(limited, email);
    await guessTen(confirmPayoutAccess, email, code);
    const link = { email, code: await readLinkCode(email) };
    expect((await elsewhere(confirmPayoutAccess, { body: link })).response_status).toBe(200);
    // Link and code are one: what one of them opened, the other doesn’t open again.
    expect((await elsewhere(confirmPayoutAccess, { body: link })).response_status).toBe(410);
  });

  test('leave the typed code working in a browser in which its owner has signed in, up to ten of its own', async () => {
    const email = 'at-home@example.org';
    await registerVerified(limited, email);
    const home = client(limited);
    const { password } = registration(email);
    expect((await home(submitLogin, { body: { email, password } })).response_status).toBe(200);
    await home(requestPayoutAccess, { body: { email } });
    const code = await readCode(limited, email);
    await guessTen(confirmPayoutAccess, email, code);
    for (let guess = 0; guess < 9; guess += 1) {
      const wrong = await home(confirmPayoutAccess, { body: { email, code: wrongFor(code) } });
      expect(wrong.response_status).toBe(422);
    }
    expect((await home(confirmPayoutAccess, { body: { email, code } })).response_status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1)
      await home(confirmPayoutAccess, { body: { email, code: wrongFor(code) } });
    expect((await home(confirmPayoutAccess, { body: { email, code: wrongFor(code) } })).response_status).toBe(429);
  });

  test('leave a code valid as long as strangers can keep its owner from getting another', async () => {
    const email = 'no-more-mail@example.org';
    await registerVerified(limited, email);
    for (let round = 0; round < 5; round += 1) {
      await client(limited)(requestPayoutAccess, { body: { email }, headers: from(round) });
      await limited.drain();
      await limited.clock.advance(61_000);
    }
    await limited.clock.advance(22 * 60_000);
    const ask = client(limited);
    await ask(requestPayoutAccess, { body: { email }, headers: from(20) });
    const code = await readCode(limited, email);
    expect((await ask(confirmPayoutAccess, { body: { email, code } })).response_status).toBe(200);
  });
});
