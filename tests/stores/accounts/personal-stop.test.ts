import { beforeEach, describe, expect, test } from 'vitest';
import { $isSavingPersonalStop, $personalStop, savePersonalStop } from '#app/accounts/stores/personal-stop.ts';
import { fetchPersonalStop, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  openPage('/my-account');
  $personalStop.clear();
});

/** A trader with two accounts; the first one’s stop is on screen. */
async function openAccounts() {
  const { personId, token } = await signInPerson(server);
  signIn(token);
  const [accountId, otherId] = [await buyAccount(server, personId), await buyAccount(server, personId)];
  await $personalStop.load(accountId);
  return { accountId, otherId };
}

const fail = (part: string) =>
  connectFetch(server, (path) => (path.endsWith(part) ? new Response(null, { status: 500 }) : undefined));

describe('a personal daily stop', () => {
  test('is empty at first and set once for a double click', async () => {
    const { accountId } = await openAccounts();
    expect($personalStop.get().data).toMatchObject({
      accountId,
      isAvailable: true,
      limits: noLimits,
      pending: null,
      lock: null,
    });
    const limits = { ...noLimits, lossCents: 50_000, trades: 3 };
    const first = savePersonalStop(accountId, limits);
    expect($isSavingPersonalStop.get()).toBe(true);
    await Promise.all([first, savePersonalStop(accountId, noLimits)]);
    expect($personalStop.get().data).toMatchObject({ limits, pending: null });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('is tightened at once and loosened from the next week, and shows the limit that applies', async () => {
    const { accountId } = await openAccounts();
    await savePersonalStop(accountId, { ...noLimits, lossCents: 50_000 });
    await savePersonalStop(accountId, { ...noLimits, lossCents: 30_000 });
    expect($personalStop.get().data).toMatchObject({ limits: { lossCents: 30_000 }, pending: null });
    await savePersonalStop(accountId, { ...noLimits, lossCents: 90_000 });
    expect($personalStop.get().data).toMatchObject({
      ...{ limits: { lossCents: 30_000 } },
      pending: { limits: { lossCents: 90_000 }, from: '2026-03-16' },
    });
  });

  test.each([
    ['a loss of cents', { lossCents: 50_050 }],
    ['no trades', { trades: 0 }],
    ['a negative loss', { lossCents: -100 }],
  ])('of %s is refused, and the stop on screen stays', async (_, change) => {
    const { accountId } = await openAccounts();
    const before = $personalStop.get().data;
    await savePersonalStop(accountId, { ...noLimits, ...change });
    expect($personalStop.get().data).toBe(before);
    expect(toasts()).toHaveLength(1);
    expect($isSavingPersonalStop.get()).toBe(false);
  });

  test('reports that it couldn’t be saved or loaded', async () => {
    const { accountId, otherId } = await openAccounts();
    const reconnect = fail(updatePersonalStop.path);
    await savePersonalStop(accountId, { ...noLimits, trades: 3 });
    expect($personalStop.get().data?.limits).toEqual(noLimits);
    reconnect();
    fail(fetchPersonalStop.path);
    await $personalStop.load(otherId);
    // Its panel says so, with a way to retry.
    expect($personalStop.get()).toMatchObject({ status: 'failed', data: undefined });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
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
    const saving = savePersonalStop(accountId, { ...noLimits, trades: 3 });
    await $personalStop.load(otherId);
    late.settle(undefined);
    await saving;
    expect($personalStop.get().data).toMatchObject({ accountId: otherId, limits: noLimits });
    const slow = hold<undefined>();
    calls = 0;
    connectFetch(server, (path) => {
      if (!path.includes('personal-stop')) return undefined;
      calls += 1;
      return calls === 1 ? slow.promise : undefined;
    });
    const loading = $personalStop.load(accountId);
    await $personalStop.load(otherId);
    slow.settle(undefined);
    await loading;
    expect($personalStop.get().data?.accountId).toBe(otherId);
  });

  test('of another person’s account can be neither read nor saved', async () => {
    const { accountId } = await openAccounts();
    signIn((await signInPerson(server)).token);
    $personalStop.clear();
    await $personalStop.load(accountId);
    expect($personalStop.get()).toMatchObject({ status: 'failed', data: undefined });
    await savePersonalStop(accountId, { ...noLimits, trades: 1 });
    expect(toasts()).toHaveLength(1);
  });
});
