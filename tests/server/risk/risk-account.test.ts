import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { adjustmentCauses } from '#shared/accounts/model.ts';
import { riskAccount } from '#shared/risk/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

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
  expect(await readRow()).toMatchObject({
    ...{ equityCents: 5_335_000 - 1_000 * adjustmentCauses.length, todayCents: 5_000 },
  });
  const { accounts } = (await trader.ask(accountData, { token: trader.token })).data;
  expect(accounts.map(({ view }) => dayResultCents(view))).toEqual([5_000]);
});

test('the desk reads an account’s limit, and its positions with entry, open result and stop', async () => {
  const { accountId } = await fundTrader(server);
  const { token } = await signInPerson(server, { roles: ['risk_manager'] });
  const at = testStart + 7 * dayMs;
  const contract = { instrument: 'ES', month: '2026-12' } as const;
  await play(server, accountId, [
    { ...contract, type: 'fill', at, side: 'buy', quantity: 1, priceTicks: 24_000, feeCents: 0 },
    { ...contract, type: 'fill', at: at + 1, side: 'buy', quantity: 1, priceTicks: 24_001, feeCents: 0 },
    { ...contract, type: 'mark', at: at + 2, priceTicks: 23_996 },
  ]);
  const { row, positions, openCents, tradingDays } = (
    await client(server)(riskAccount, { token, query: { accountId } })
  ).data;
  // Four and five ticks of $12.50 against two contracts.
  expect(positions).toEqual([{ ...contract, quantity: 2, entryTicks: 24_000.5, openCents: -11_250, stopTicks: null }]);
  expect(openCents).toBe(-11_250);
  expect(row).toMatchObject({ limitCents: 200_000, positions: [['ES', 2]], todayCents: -11_250 });
  // Five days earned the payout, and today.
  expect(tradingDays).toBe(6);
});
