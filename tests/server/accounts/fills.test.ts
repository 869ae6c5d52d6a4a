import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import { dayMs } from '#lib/durations.ts';
import { fetchFills } from '#shared/accounts/contract-fills.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play } from '../support/trading.ts';

const fill: Fill = {
  ...({ type: 'fill', at: testStart, instrument: 'ES', month: '2026-12', side: 'buy' } as const),
  ...{ quantity: 1, priceTicks: 24_001, feeCents: 204 },
};

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function openAccount() {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const ask = client(server);
  return {
    accountId,
    play: (fills: readonly Partial<Fill>[]) =>
      play(
        server,
        accountId,
        fills.map((each) => ({ ...fill, ...each })),
      ),
    read: (query: object = {}) => ask(fetchFills, { token, query: { accountId, ...query } }),
    async file(query: Record<string, string> = {}) {
      const search = new URLSearchParams({ accountId, ...query });
      const response = await server.app.request(`/api/fills.csv?${search}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
      return parseCsv(await response.text());
    },
  };
}

describe('the list of fills', () => {
  test('keeps its pages in place while fills arrive, even several at the same time', async () => {
    const account = await openAccount();
    // 120 fills, four at a time: a page of 50 ends between fills of the same time.
    await account.play(
      Array.from({ length: 120 }, (_, index) => ({
        at: testStart + Math.floor(index / 4) * 1_000,
        side: index % 2 === 0 ? 'buy' : 'sell',
      })),
    );
    const first = await account.read();
    expect(first.data.fills).toHaveLength(50);
    await account.play([{ at: testStart + dayMs }, { at: testStart + dayMs + 1, side: 'sell' }]);
    const second = await account.read({ cursor: first.data.older });
    const third = await account.read({ cursor: second.data.older });
    expect(third.data.older).toBeNull();
    const all = [first, second, third].flatMap(({ data }) => data.fills);
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((left, right) => right - left));
  });

  test('can be filtered by trading day, instrument and side, and the file has the same rows', async () => {
    const account = await openAccount();
    // March 11, 2026 is a Wednesday. 22:30 UTC is 17:30 in Chicago, so the fill belongs to Thursday.
    const evening = Date.parse('2026-03-11T22:30:00Z');
    const wednesday = Date.parse('2026-03-11T15:00:00Z');
    await account.play([
      { at: wednesday, instrument: 'MES', feeCents: 52 },
      { at: wednesday + 1_000, side: 'sell' },
      { at: evening, quantity: 3 },
    ]);
    const times = async (query: object) => (await account.read(query)).data.fills.map(({ at }) => at);
    expect(await times({ from: '2026-03-12' })).toEqual([evening]);
    expect(await times({ to: '2026-03-11' })).toEqual([wednesday + 1_000, wednesday]);
    expect(await times({ from: '2026-03-14', to: '2026-03-15' })).toEqual([]);
    expect(await times({ instrument: 'MES' })).toEqual([wednesday]);
    expect(await times({ side: 'sell' })).toEqual([wednesday + 1_000]);
    const [head, ...rows] = await account.file({ to: '2026-03-12', side: 'buy' });
    expect(head?.slice(0, 2)).toEqual(['time', 'trading_day']);
    expect(rows.map((row) => [row[0], row[1], ...row.slice(3, 10)])).toEqual([
      ['2026-03-11T22:30:00.000Z', '2026-03-12', 'ESZ6', 'ES', '2026-12', 'buy', '3', '6000.25', '2.04'],
      ['2026-03-11T15:00:00.000Z', '2026-03-11', 'MESZ6', 'MES', '2026-12', 'buy', '1', '6000.25', '0.52'],
    ]);
  });

  test('shows what each closing fill made: oldest contracts first, before fees, also alone on a page', async () => {
    const account = await openAccount();
    // A tick of ES is $12.50. The first sale closes the two bought first, the second the last one and goes short.
    await account.play([
      { at: testStart, quantity: 2, priceTicks: 24_001 },
      { at: testStart + 1_000, quantity: 1, priceTicks: 24_005 },
      { at: testStart + 2_000, quantity: 2, priceTicks: 24_009, side: 'sell' },
      { at: testStart + 3_000, quantity: 2, priceTicks: 24_003, side: 'sell' },
      { at: testStart + 4_000, instrument: 'MES', quantity: 1, priceTicks: 24_003 },
      { at: testStart + 5_000, quantity: 1, priceTicks: 24_000 },
    ]);
    const profits = async (query: object) => (await account.read(query)).data.fills.map((each) => each.profitCents);
    expect(await profits({})).toEqual([37_50, null, -25_00, 200_00, null, null]);
    expect(await profits({ side: 'sell' })).toEqual([-25_00, 200_00]);
    expect(await profits({ instrument: 'MES' })).toEqual([null]);
    // Two days later a checkpoint stands before the close.
    await account.play([{ at: testStart + 2 * dayMs, instrument: 'MES', priceTicks: 24_011, side: 'sell' }]);
    expect((await profits({}))[0]).toBe(10_00);
  });

  test('rejects an impossible date or an unknown instrument by field', async () => {
    const account = await openAccount();
    for (const query of [{ from: '2026-02-30' }, { instrument: 'XX' }, { side: 'both' }, { cursor: 'x' }]) {
      const answer = await account.read(query);
      expect(answer.response_status).toBe(422);
      expect(Object.keys(answer.validation_errors ?? {})).toEqual(Object.keys(query));
    }
    expect((await account.read({ from: '2099-01-01' })).data.fills).toEqual([]);
    expect((await account.read({ to: '2099-01-01' })).response_status).toBe(200);
  });
});
