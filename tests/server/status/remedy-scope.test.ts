import { afterAll, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { fill, mark, startOutages } from '../support/outages.ts';

const { shop, server, transfers, now, trader, openOutage, resolve, incidentOf, outage } = await startOutages();

afterAll(() => shop.close());

test('an outage of the site counts for accounts in web trading, and one of checkout or mail for none', async () => {
  const [web, elsewhere] = [await trader(), await trader()];
  const { db } = server.deps;
  await db.updateTable('trading_account').set({ simulated: false }).where('id', '=', elsewhere.accountId).execute();
  await server.clock.advance(hourMs);
  const [site, checkout, mail] = [
    ...[await openOutage('outage', 'site'), await openOutage('outage', 'checkout'), await openOutage('outage', 'mail')],
  ];
  const from = now();
  await server.clock.advance(10 * minuteMs);
  for (const each of [web, elsewhere]) await each.play(fill(from - minuteMs, 'buy', 24_000), mark(now() + 1, 23_992));
  for (const id of [checkout, mail] as const)
    expect((await resolve(id ?? '', { outage: '' })).response_status).toBe(200);
  expect((await resolve(site ?? '', { outage: '' })).validation_errors).toHaveProperty('outage');
  expect((await resolve(site ?? '')).response_status).toBe(200);
  await server.drain();
  const paid = transfers.filter(({ accountId }) => [web, elsewhere].some((each) => each.accountId === accountId));
  expect(paid).toMatchObject([{ accountId: web.accountId, cents: 10_000 }]);
  expect(await incidentOf(site ?? '')).toMatchObject({
    outage: { from, until: from + 10 * minuteMs, openMinutes: 10, accounts: 1, amountCents: 10_000, days: 0 },
  });
  expect(await incidentOf(mail ?? '')).toMatchObject({ outage: null });
});

test('a credit for an open position doesn’t raise the floor: what it lost isn’t in the balance yet', async () => {
  const open = await trader();
  // Up to 50,500.00 in between, which the floor doesn’t follow: balances at closes raise it.
  await outage(30, (from, until) =>
    open.play(fill(from - minuteMs, 'buy', 24_000), mark(from + minuteMs, 24_040), mark(until + 1_000, 23_960)),
  );
  expect(await open.state()).toMatchObject({ balanceCents: 5_050_000, equityCents: 5_000_000 });
  const closesAt = Date.UTC(
    new Date(now()).getUTCFullYear(),
    new Date(now()).getUTCMonth(),
    new Date(now()).getUTCDate(),
    21,
  );
  await open.play({ type: 'day-close', at: closesAt, day: tradingDayOf(now()) });
  // The close’s balance without the credit: 50,000.00, less 2,000.00.
  expect(await open.state()).toMatchObject({ highWaterMarkCents: 5_000_000, floorCents: 4_800_000 });
  // Sold 10 points above the entry the next day: 50,500.00 and the credit are the trader’s, and the floor’s.
  const next = closesAt + 3 * hourMs;
  await open.play(fill(next, 'sell', 24_040));
  await open.play({ type: 'day-close', at: next + 22 * hourMs, day: tradingDayOf(next) });
  expect(await open.state()).toMatchObject({ balanceCents: 5_100_000, floorCents: 4_900_000 });
});
