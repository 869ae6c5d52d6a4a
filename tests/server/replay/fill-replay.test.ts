import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOffers } from '#content/programs.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { nextBetween, nextRandom, type Random } from '#lib/random.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { replayFile } from '#shared/replay/replay-file.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { lose, pass, play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

/** Two weeks of day trades without marks between their fills, as in a file of fills. */
function randomTrades(seed: number): AccountEvent[] {
  const random: Random = { random: seed };
  return [0, 1, 2, 5, 6, 7, 8, 9].flatMap((day) =>
    Array.from({ length: 1 + Math.floor(nextRandom(random) * 3) }, (_, index) =>
      trade(testStart + day * dayMs + index * 30 * minuteMs, Math.round(nextBetween(random, -50, 62))),
    ).flat(),
  );
}

/** Returns the account's result on the server and in a replay of the file it exports. */
async function compare(playOn: (accountId: string) => Promise<unknown>) {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await playOn(accountId);
  const { state } = await server.deps.db
    .selectFrom('trading_account')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const response = await server.app.request(`/api/fills.csv?accountId=${accountId}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const answer = replayFile(bytes, { offers: getOffers('classic'), rulesVersion: 'v1', options: {} });
  if (answer.status !== 'replayed') throw new Error(answer.status);
  const replayed = answer.result.offers.find(({ id }) => id === 'classic-50k')?.first;
  const { breach, passedAt } = state;
  const served = breach
    ? { status: 'breached', rule: breach.rule, day: breach.day }
    : passedAt === null
      ? { status: 'open' }
      : { status: 'passed', day: resultDayOf(passedAt - 1) };
  return { served, replayed, unread: answer.unread };
}

test.each([
  ['passes', pass],
  ['breaches', lose],
])('an account that %s does the same, on the same day, in a replay of its exported fills', async (_, playOn) => {
  const { served, replayed, unread } = await compare((accountId) => playOn(server, accountId));
  expect(unread).toEqual([]);
  expect(served.status).not.toBe('open');
  expect(replayed).toMatchObject(served);
});

test('random accounts end the same way on the server and in a replay of their fills', async () => {
  const ends = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    const later: AccountEvent = {
      ...({ type: 'mark', at: testStart + 12 * dayMs, instrument: 'ES' } as const),
      ...{ month: '2026-12', priceTicks: 1 },
    };
    const { served, replayed } = await compare((id) => play(server, id, [...randomTrades(seed), later]));
    expect(replayed, `seed ${seed}`).toMatchObject(served);
    ends.add(served.status);
  }
  expect(ends.size).toBeGreaterThan(1);
});
