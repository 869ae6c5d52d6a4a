import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { AccountEvent, AdjustmentCause } from '#shared/accounts/model.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

/** A funded account and a way to read its details. */
async function fund(packageId: string) {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId, packageId);
  await server.deps.db.updateTable('trading_account').set({ phase: 'funded' }).where('id', '=', accountId).execute();
  const ask = client(server);
  return {
    accountId,
    read: async () => (await ask(accountDetails, { query: { accountId }, token })).data,
  };
}

/** Wednesday to Tuesday; 12 ES ticks are $150. The mark on the next Wednesday closes the last day. */
const winningDays = [0, 1, 2, 5, 6].flatMap((day) => trade(testStart + day * dayMs, 12));
const nextDay = testStart + 7 * dayMs;
const newDay: AccountEvent = { type: 'mark', at: nextDay - hourMs, instrument: 'ES', month: '2026-12', priceTicks: 1 };

function adjustment(at: number, amountCents: number, cause: AdjustmentCause): AccountEvent {
  return { type: 'adjustment', at, amountCents, cause };
}

describe('payout eligibility', () => {
  test('a payout depends only on closed days, whatever happens today', async () => {
    const { accountId, read } = await fund('classic-50k');
    await play(server, accountId, [...winningDays, newDay, ...trade(nextDay, 240)]);
    expect((await read()).payout).toMatchObject({ eligible: true, profitCents: 75_000, availableCents: 32_500 });
    await play(server, accountId, [{ ...newDay, at: nextDay + dayMs }]);
    expect((await read()).payout.reasons).toEqual([
      { name: 'best-day', bestDayCents: 300_000, requiredCents: 750_000, missingCents: 375_000 },
    ]);
  });

  test('a fee changes neither the winning days nor the cap', async () => {
    const { accountId, read } = await fund('classic-50k');
    await play(server, accountId, [...winningDays, newDay, adjustment(nextDay, -214, 'fee')]);
    const { payout, adjustments } = await read();
    // (750 − 2.14 − 100) ÷ 2 = 323.93
    expect(payout).toMatchObject({ eligible: true, capCents: 150_000, availableCents: 32_393 });
    expect(adjustments).toEqual([{ at: nextDay, amountCents: -214, cause: 'fee' }]);
  });

  test('a payout restarts the count, and its own day counts toward the next payout', async () => {
    const { accountId, read } = await fund('classic-50k');
    await play(server, accountId, [...winningDays, newDay, ...trade(nextDay, 16)]);
    await play(server, accountId, [
      adjustment(nextDay + hourMs, -25_000, 'payout'),
      { ...newDay, at: nextDay + dayMs },
    ]);
    const { payout } = await read();
    expect(payout.capCents).toBe(200_000);
    expect(payout.reasons).toContainEqual({ name: 'winning-days', current: 1, required: 5, minimumCents: 15_000 });
  });

  test('Premium requires three winning days, other programs five', async () => {
    const premium = await fund('premium-50k');
    const classic = await fund('classic-50k');
    const threeDays = [0, 1, 2].flatMap((day) => trade(testStart + day * dayMs, 24));
    for (const { accountId } of [premium, classic]) await play(server, accountId, [...threeDays, newDay]);
    // (900 − 100) ÷ 2 = 400
    expect((await premium.read()).payout).toMatchObject({ eligible: true, availableCents: 40_000 });
    expect((await classic.read()).payout.reasons).toEqual([
      { name: 'winning-days', current: 3, required: 5, minimumCents: 15_000 },
    ]);
  });
});
