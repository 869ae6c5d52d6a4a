import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountData } from '#shared/accounts/contract.ts';
import { fetchPayouts, payoutAccounts } from '#shared/payouts/contract.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { readCode } from '../support/identity.ts';

const dayMs = 86_400_000;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

async function openAccess() {
  const trader = await fundTrader(server);
  const email = `${trader.personId.toLowerCase()}@example.com`;
  const ask = client(server);
  await ask(requestPayoutAccess, { body: { email } });
  const code = await readCode(server, email);
  const { data } = await ask(confirmPayoutAccess, { body: { email, code } });
  return { trader, email, code, ask, token: data.accessToken };
}

test('an emailed code gives access to this person’s payouts and nothing else, for thirty minutes', async () => {
  const { trader, ask, token } = await openAccess();
  const { data } = await ask(payoutAccounts, { token });
  expect(data.accounts.map(({ accountId }) => accountId)).toEqual([trader.accountId]);
  expect((await ask(accountData, { token })).response_status).toBe(498);
  await server.clock.advance(30 * 60_000);
  expect((await ask(fetchPayouts, { query: {}, token })).response_status).toBe(498);
});

test('a code works once, and a wrong code is reported at its field', async () => {
  const { email, code, ask } = await openAccess();
  expect((await ask(confirmPayoutAccess, { body: { email, code } })).error_code).toBe('code_used');
  const wrong = code === '000000' ? '000001' : '000000';
  const answer = await ask(confirmPayoutAccess, { body: { email, code: wrong } });
  expect(answer).toMatchObject({ response_status: 422, validation_errors: { code: [expect.any(String)] } });
});

test('an unknown address gets the same responses', async () => {
  const ask = client(server);
  const known = await fundTrader(server);
  const requests = [`${known.personId.toLowerCase()}@example.com`, 'nobody@example.com'].map(async (email) => {
    const requested = await ask(requestPayoutAccess, { body: { email } });
    const confirmed = await ask(confirmPayoutAccess, { body: { email, code: '999999' } });
    return [requested.response_status, requested.data, confirmed.response_status, confirmed.validation_errors];
  });
  const [first, second] = await Promise.all(requests);
  expect(second).toEqual(first);
  await server.drain();
  expect(await server.mails('nobody@example.com')).toEqual([]);
});
