import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureClock } from '#server/core/clock/watch.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, readCode, registration } from '../support/identity.ts';

let server: TestApp;

beforeAll(async () => {
  const environment = { DATABASE_URL: 'postgres://unused' };
  server = await startTestApp({ replace: { captcha: easyCaptcha }, environment });
});

afterAll(() => server.close());

const askReady = async () => {
  const machine = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const response = await server.app.request('/api/ready', {}, machine);
  return { status: response.status, reason: ((await response.json()) as { reason?: string }).reason };
};

// The tests' clock stands in the spring of 2026, the database's doesn't.
test('a server whose clock differs from the database’s says so and takes no codes until it is right', async () => {
  const ask = client(server);
  const email = 'clock@example.org';
  await ask(register, { body: registration(email) });
  await server.drain();
  const body = { email, code: await readCode(server, email) };
  expect((await askReady()).status).toBe(200);

  await measureClock(server.deps);
  expect(await askReady()).toEqual({
    status: 503,
    reason: expect.stringMatching(/clock and the database's differ by/),
  });
  const refused = await ask(verifyEmail, { body });
  expect([refused.response_status, refused.error_code]).toEqual([503, 'unavailable']);

  server.deps.clockSkew.ms = 2_000;
  expect((await askReady()).status).toBe(200);
  expect((await ask(verifyEmail, { body })).response_status).not.toBe(503);
});
