import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskAccount } from '../../src/contract/risk.ts';
import { startTestApp, type TestApp, testStart } from './support/app.ts';
import { client } from './support/client.ts';
import { fundTrader } from './support/funded.ts';
import { signInPerson } from './support/people.ts';

const dayMs = 86_400_000;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

test('a risk manager reads an account’s rules and payouts', async () => {
  const { accountId, request } = await fundTrader(server);
  const { token } = await signInPerson(server, { roles: ['risk_manager'] });
  const read = async () => (await client(server)(riskAccount, { token, query: { accountId } })).data;
  const { rules, payouts } = await read();
  expect(payouts).toEqual([]);
  // The values of a Classic 50K.
  expect(rules).toMatchObject({ startingBalanceCents: 5_000_000, maxLossCents: 200_000 });
  await request(100_000);
  expect((await read()).payouts).toMatchObject([
    { status: 'requested', amountCents: 100_000, requestedAt: testStart + 7 * dayMs },
  ]);
});
