import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitLogin } from '../../src/contract/identity.ts';
import { submitForgotEmail } from '../../src/contract/password.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { client } from './support/client.ts';
import { easyCaptcha, registerVerified } from './support/identity.ts';

const rounds = 15;

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  ask = client(server);
  for (let index = 0; index < rounds; index += 1) await registerVerified(server, `known${index}@example.org`);
});

afterAll(() => server.close());

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Known and unknown in turn, so that whatever else the machine does meets both alike. */
async function compare(call: (email: string) => Promise<unknown>): Promise<{ known: number; unknown: number }> {
  const [known, unknown]: [number[], number[]] = [[], []];
  await call('warm-up@example.org');
  for (let index = 0; index < rounds; index += 1) {
    known.push(await timeOf(() => call(`known${index}@example.org`)));
    unknown.push(await timeOf(() => call(`nobody${index}@example.org`)));
  }
  return { known: median(known), unknown: median(unknown) };
}

test('a wrong password takes as long for an address nobody has', async () => {
  const { known, unknown } = await compare((email) =>
    ask(submitLogin, { body: { email, password: 'not the password' } }),
  );
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.25);
});

test('a forgotten password takes as long for an address nobody has', async () => {
  const { known, unknown } = await compare((email) => ask(submitForgotEmail, { body: { email } }));
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.35);
});
