import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountData } from '#shared/accounts/contract.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { adjustmentCauses } from '#shared/accounts/events.ts';
import { riskAccount } from '#shared/risk/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

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

test('money moved outside trading isn’t part of today’s result, on the desk and for the trader', async () => {
  const trader = await fundTrader(server);
  const { token } = await signInPerson(server, { roles: ['risk_manager'] });
  const query = { accountId: trader.accountId };
  const readRow = async () => (await client(server)(riskAccount, { token, query })).data.row;
  const today = testStart + 7 * dayMs;
  const paid = { type: 'adjustment', at: today, amountCents: -295_000, cause: 'payout' } as const;
  await play(server, trader.accountId, [paid]);
  // Five days of $1,250, less the payout.
  expect(await readRow()).toMatchObject({ equityCents: 5_330_000, todayCents: 0 });
  // Four ticks of $12.50.
  await play(server, trader.accountId, trade(today + 1, 4));
  const moves = adjustmentCauses.map((cause, index) => ({
    ...paid,
    at: today + 2 + index,
    amountCents: -1_000,
    cause,
  }));
  await play(server, trader.accountId, moves);
  expect(await readRow()).toMatchObject({ equityCents: 5_331_000, todayCents: 5_000 });
  const { accounts } = (await trader.ask(accountData, { token: trader.token })).data;
  expect(accounts.map(({ view }) => dayResultCents(view))).toEqual([5_000]);
});
