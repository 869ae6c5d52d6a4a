import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { $chainCheck, checkChain } from '#app/payouts/stores/chain.ts';
import { $payoutStatistics, loadPayoutStatistics } from '#app/payouts/stores/statistics.ts';
import { seedPayoutStatistics } from '#server/payouts/statistics/seed.ts';
import { payoutStatistics, payoutStatisticsChain } from '#shared/payouts/contract-statistics.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { connectFetch } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp();
  await seedPayoutStatistics(server.deps);
});

afterEach(() => disconnect());
afterAll(() => server.close());

async function load() {
  await loadPayoutStatistics(payoutStatistics.path);
  const state = $payoutStatistics.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.statistics;
}

/** Changes the chain before it reaches the browser. */
function connectChanged(change: (text: string) => string): void {
  disconnect = connectFetch(server, async (path, request) => {
    if (path !== `/api/${payoutStatisticsChain.path}`) return undefined;
    const response = await server.app.request(path, request);
    return new Response(change(await response.text()));
  });
}

test('the demo’s figures load and can be recomputed from the published days', async () => {
  disconnect = connectFetch(server);
  const statistics = await load();
  expect(statistics.isSample).toBe(true);
  await checkChain(payoutStatisticsChain.path, statistics);
  expect($chainCheck.get()).toEqual({ status: 'intact', days: statistics.head?.number });
});

test('a changed day, a missing last day and differing figures are told apart', async () => {
  connectChanged((text) => text.replace('\\"number\\":3', '\\"number\\":4'));
  const statistics = await load();
  await checkChain(payoutStatisticsChain.path, statistics);
  expect($chainCheck.get()).toEqual({ status: 'changed', number: 3 });

  disconnect();
  connectChanged((text) => {
    const chain = JSON.parse(text) as { entries: unknown[] };
    return JSON.stringify({ entries: chain.entries.slice(0, -1) });
  });
  await checkChain(payoutStatisticsChain.path, statistics);
  expect($chainCheck.get()).toEqual({ status: 'changed', number: statistics.head?.number });

  disconnect();
  disconnect = connectFetch(server);
  const { figures } = statistics;
  if (!figures) throw new Error('The demo has no figures');
  const better = { ...statistics, figures: { ...figures, all: { ...figures.all, paidCents: 1 } } };
  await checkChain(payoutStatisticsChain.path, better);
  expect($chainCheck.get()).toEqual({ status: 'differs' });
});

test('the figures can be reloaded when the server can’t be reached', async () => {
  disconnect = connectFetch(server, () => Response.error());
  await loadPayoutStatistics(payoutStatistics.path);
  expect($payoutStatistics.get()).toEqual({ status: 'failed' });
});
