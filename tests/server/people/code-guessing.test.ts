import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { register, resendEmail, verifyEmail } from '#shared/people/contract.ts';
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
