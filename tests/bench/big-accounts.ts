import { ingestEvents } from '../../src/server/accounts/feed/ingest.ts';
import { rulesOf } from '../../src/server/accounts/rules-of.ts';
import { createApp } from '../../src/server/app.ts';
import type { Deps } from '../../src/server/core/deps.ts';
import { getMarket } from '../../src/server/core/market.ts';
import { nextEvents, startTrader } from '../../src/shared/accounts/simulated-trader/next-events.ts';
import type { TraderState } from '../../src/shared/accounts/simulated-trader/trader-state.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

type Bench = { readonly deps: Deps };

const bigAccountFills = sized(100_000, 200);
const statisticsFills = sized(50_000, 200);

/** Gives an account many trades through the feed. */
async function fillAccount({ deps }: Bench, accountId: string, eventCount: number): Promise<void> {
  const row = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const rules = { ...rulesOf(deps.catalog, row), drawdown: { mode: 'none' } as const, targetCents: null };
  const startAt = Date.now() - 120 * 86_400_000;
  let trader: TraderState = startTrader({
    seed: accountId,
    rules,
    startAt,
    scenario: 'wanders',
    markEveryMs: 3_600_000,
  });
  let fills = 0;
  let issued = 0;
  while (fills < eventCount) {
    const played = nextEvents(getMarket(deps), trader, trader.nextAt + 6 * 3_600_000);
    trader = played.traderState;
    const events = played.events.filter(({ type }) => type === 'fill');
    fills += events.length;
    const delivered = events.map((event) => ({ sourceId: `f-${String(issued++).padStart(9, '0')}`, event }));
    if (delivered.length > 0) await ingestEvents(deps, accountId, delivered);
  }
}

/** The median time of seven reads through the whole app, in milliseconds. */
async function timeGet(bench: Bench, token: string, path: string): Promise<number> {
  const app = createApp(bench.deps);
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const startedAt = performance.now();
    const response = await app.request(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times.sort((left, right) => left - right)[3] ?? 0;
}

export async function measureBigAccounts(bench: Bench): Promise<Figure[]> {
  const trader = await signInPerson(bench);
  await fillAccount(bench, await buyAccount(bench, trader.personId), bigAccountFills);
  const analyst = await signInPerson(bench);
  await fillAccount(bench, await buyAccount(bench, analyst.personId), statisticsFills);
  return [
    figure(
      `opening an account with ${bigAccountFills} fills`,
      await timeGet(bench, trader.token, 'account/data'),
      'ms',
      {
        atMost: 300,
      },
    ),
    figure(`statistics of ${statisticsFills} fills`, await timeGet(bench, analyst.token, 'account/statistics'), 'ms'),
  ];
}
