import { beforeEach, expect, test } from 'vitest';
import { $fills, loadFills, loadOlderFills, showAccount } from '#app/accounts/stores/fills.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { testStart } from '../../server/support/app.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { play } from '../../server/support/trading.ts';
import { connectFetch, hold, openPage, serveStores, signIn } from '../support.ts';

const fill: Fill = {
  ...({ type: 'fill', at: testStart, instrument: 'ES', month: '2026-12', side: 'buy' } as const),
  ...{ quantity: 1, priceTicks: 24_001, feeCents: 204 },
};

const initialFills = $fills.get();

const server = await serveStores();

beforeEach(() => {
  $fills.set(initialFills);
});

/** Two accounts of one person: the first with 60 fills, the second with two. */
async function openAccounts() {
  const { personId, token } = await signInPerson(server);
  signIn(token);
  const [one, two] = [await buyAccount(server, personId), await buyAccount(server, personId)];
  const fills = (count: number) =>
    Array.from(
      { length: count },
      (_, index): Fill => ({
        ...fill,
        at: testStart + index * 1_000,
        side: index % 2 === 0 ? 'buy' : 'sell',
      }),
    );
  await play(server, one, fills(60));
  await play(server, two, fills(2));
  return { one, two };
}

test('older fills of one account are never listed under another', async () => {
  const { one, two } = await openAccounts();
  openPage(`/my-account/fills?account=${one}`);
  await loadFills();
  expect($fills.get().fills).toHaveLength(50);
  const late = hold<undefined>();
  const second = hold<undefined>();
  connectFetch(server, (path, { url }) => {
    if (path !== '/api/fills') return undefined;
    return url.includes('cursor=') ? late.promise : second.promise;
  });
  const older = loadOlderFills();
  // The other account is chosen, and its fills are loading.
  const shown = showAccount(two);
  await loadOlderFills();
  late.settle(undefined);
  await older;
  expect($fills.get().fills).toHaveLength(50);
  second.settle(undefined);
  await shown;
  expect($fills.get()).toMatchObject({ accountId: two, older: null });
  expect($fills.get().fills).toHaveLength(2);
  connectFetch(server);
  await showAccount(one);
  await Promise.all([loadOlderFills(), loadOlderFills()]);
  expect(new Set($fills.get().fills.map(({ id }) => id)).size).toBe(60);
  expect($fills.get().fills).toHaveLength(60);
});

test('an address with a nonexistent date lists every day', async () => {
  const { two } = await openAccounts();
  openPage(`/my-account/fills?account=${two}&from=2026-02-30&to=2026-03-11`);
  await loadFills();
  expect($fills.get()).toMatchObject({ status: 'ready', filter: { to: '2026-03-11' } });
  expect($fills.get().filter).not.toHaveProperty('from');
  expect($fills.get().fills).toHaveLength(2);
});
