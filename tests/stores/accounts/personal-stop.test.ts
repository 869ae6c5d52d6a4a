import { beforeEach, describe, expect, test } from 'vitest';
import {
  $isSavingPersonalStop,
  $personalStop,
  loadPersonalStop,
  savePersonalStop,
} from '#app/accounts/stores/personal-stop.ts';
import { fetchPersonalStop, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();
const none = { lossCents: null, profitCents: null, trades: null };

beforeEach(() => {
  openPage('/my-account');
  $personalStop.set(null);
});

/** A trader with two accounts; the first one’s stop is on screen. */
async function openAccounts() {
  const { personId, token } = await signInPerson(server);
  signIn(token);
  const [accountId, otherId] = [await buyAccount(server, personId), await buyAccount(server, personId)];
  await loadPersonalStop(accountId);
  return { accountId, otherId };
}

const fail = (part: string) =>
  connectFetch(server, (path) => (path.endsWith(part) ? new Response(null, { status: 500 }) : undefined));

describe('a personal daily stop', () => {
  test('is empty at first and set once for a double click', async () => {
    const { accountId } = await openAccounts();
    expect($personalStop.get()).toMatchObject({
      accountId,
      isAvailable: true,
      limits: none,
      pending: null,
      lock: null,
    });
    const limits = { ...none, lossCents: 50_000, trades: 3 };
    const first = savePersonalStop(accountId, limits);
    expect($isSavingPersonalStop.get()).toBe(true);
    await Promise.all([first, savePersonalStop(accountId, none)]);
    expect($personalStop.get()).toMatchObject({ limits, pending: null });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('is tightened at once and loosened from the next day, and shows the limit that applies', async () => {
    const { accountId } = await openAccounts();
    await savePersonalStop(accountId, { ...none, lossCents: 50_000 });
    await savePersonalStop(accountId, { ...none, lossCents: 30_000 });
    expect($personalStop.get()).toMatchObject({ limits: { lossCents: 30_000 }, pending: null });
    await savePersonalStop(accountId, { ...none, lossCents: 90_000 });
    expect($personalStop.get()).toMatchObject({
      ...{ limits: { lossCents: 30_000 } },
      pending: { limits: { lossCents: 90_000 }, from: '2026-03-12' },
    });
  });

  test.each([
    ['a loss of cents', { lossCents: 50_050 }],
    ['no trades', { trades: 0 }],
    ['a negative loss', { lossCents: -100 }],
  ])('of %s is refused, and the stop on screen stays', async (_, change) => {
    const { accountId } = await openAccounts();
    const before = $personalStop.get();
    await savePersonalStop(accountId, { ...none, ...change });
    expect($personalStop.get()).toBe(before);
    expect(toasts()).toHaveLength(1);
    expect($isSavingPersonalStop.get()).toBe(false);
  });

  test('reports that it couldn’t be saved or loaded', async () => {
    const { accountId, otherId } = await openAccounts();
    const reconnect = fail(updatePersonalStop.path);
    await savePersonalStop(accountId, { ...none, trades: 3 });
    expect($personalStop.get()?.limits).toEqual(none);
    reconnect();
    fail(fetchPersonalStop.path);
    await loadPersonalStop(otherId);
    expect($personalStop.get()).toBeNull();
    expect(toasts()).toEqual([{ key: 'server_error' }, { key: 'server_error' }]);
  });

  test('is never shown for another account, whichever response comes last', async () => {
    const { accountId, otherId } = await openAccounts();
    const late = hold<undefined>();
    let calls = 0;
    connectFetch(server, (path) => {
      if (!path.includes('personal-stop')) return undefined;
      calls += 1;
      return calls === 1 ? late.promise : undefined;
    });
    const saving = savePersonalStop(accountId, { ...none, trades: 3 });
    await loadPersonalStop(otherId);
    late.settle(undefined);
    await saving;
    expect($personalStop.get()).toMatchObject({ accountId: otherId, limits: none });
    const slow = hold<undefined>();
    calls = 0;
    connectFetch(server, (path) => {
      if (!path.includes('personal-stop')) return undefined;
      calls += 1;
      return calls === 1 ? slow.promise : undefined;
    });
    const loading = loadPersonalStop(accountId);
    await loadPersonalStop(otherId);
    slow.settle(undefined);
    await loading;
    expect($personalStop.get()?.accountId).toBe(otherId);
  });

  test('of another person’s account can be neither read nor saved', async () => {
    const { accountId } = await openAccounts();
    signIn((await signInPerson(server)).token);
    $personalStop.set(null);
    await loadPersonalStop(accountId);
    expect($personalStop.get()).toBeNull();
    await savePersonalStop(accountId, { ...none, trades: 1 });
    expect(toasts()).toHaveLength(2);
  });
});
