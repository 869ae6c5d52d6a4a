import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $accounts, $failedHistory, openAccount } from '#app/accounts/stores/accounts.ts';
import { $breachReport, $replay, loadBreachReport, replayBreach, sendDispute } from '#app/accounts/stores/breach.ts';
import { $credentials, $details, findDayFills, loadDetails, showCredentials } from '#app/accounts/stores/details.ts';
import {
  $filterOptions,
  $selected,
  $visibleAccounts,
  filterAccounts,
  readChoice,
  selectAccount,
  showTable,
} from '#app/accounts/stores/selection.ts';
import { $choice, $statistics, choose, loadStatistics } from '#app/accounts/stores/statistics.ts';
import { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { hourMs } from '#lib/durations.ts';
import { startTestApp, type TestApp, testStart } from '../../server/support/app.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { lose, play, trade } from '../../server/support/trading.ts';
import { connectFetch, hold, openPage, resetPage, signIn, toasts, until } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;
let classic: string;
let breached: string;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  const person = await signInPerson(server);
  token = person.token;
  classic = await buyAccount(server, person.personId);
  breached = await buyAccount(server, person.personId, 'classic-100k');
  await play(server, classic, trade(testStart, 10));
  await lose(server, breached);
  await play(server, breached, trade(testStart + hourMs, -100));
});

afterAll(() => server.close());

beforeEach(() => {
  disconnect = connectFetch(server);
  resetPage();
  signIn(token);
  $details.clear();
  $credentials.set(null);
});

afterEach(() => disconnect());

/** Answers calls to a path only once released, in any order. */
function holdCalls(path: string) {
  const held: { readonly query: string; readonly release: () => void }[] = [];
  disconnect();
  disconnect = connectFetch(server, (asked, request) => {
    if (!asked.endsWith(path)) return undefined;
    const { promise, settle } = hold<undefined>();
    held.push({ query: new URL(request.url).search, release: () => settle(undefined) });
    return promise;
  });
  return held;
}

describe('an account’s history', () => {
  const openedIds = () => ($accounts.get().data ?? []).filter(({ history }) => history !== null).map(({ id }) => id);

  beforeEach(async () => {
    $accounts.clear();
    await $accounts.load();
  });

  test('is loaded when the account is opened, and stays while another is open', async () => {
    const held = holdCalls('/account/data');
    const opening = openAccount(classic);
    await until(() => held.length === 1);
    held[0]?.release();
    await opening;
    expect(openedIds()).toEqual([classic]);
    const other = openAccount(breached);
    await until(() => held.length === 2);
    held[1]?.release();
    await other;
    expect(openedIds().toSorted()).toEqual([classic, breached].toSorted());
    expect(held.map(({ query }) => query)).toEqual([`?history=${classic}`, `?history=${breached}`]);
    // Both are there, so nothing is asked for.
    await openAccount(classic);
    expect(held).toHaveLength(2);
  });

  test('can be asked for again after it couldn’t be loaded', async () => {
    disconnect();
    disconnect = connectFetch(server, () => new Response(null, { status: 500 }));
    await openAccount(breached);
    expect($failedHistory.get()).toBe(breached);
    disconnect();
    disconnect = connectFetch(server);
    await openAccount(breached);
    expect($failedHistory.get()).toBeNull();
    expect(openedIds()).toContain(breached);
  });
});

describe('account details', () => {
  test('show the account requested last, whichever response comes last', async () => {
    const held = holdCalls('/account/details');
    const both = [loadDetails(classic), loadDetails(breached)];
    await until(() => held.length === 2);
    held[1]?.release();
    await both[1];
    held[0]?.release();
    await both[0];
    expect($details.get().data?.accountId).toBe(breached);
  });

  test('stay on screen while newer ones fail to load', async () => {
    await loadDetails(classic);
    disconnect();
    disconnect = connectFetch(server, () => new Response(null, { status: 500 }));
    await loadDetails(classic);
    expect($details.get().data?.accountId).toBe(classic);
    expect($details.get().status).toBe('ready');
    expect(toasts()).toEqual([]);
  });

  test('report a first load that fails, so that the screen can offer a retry', async () => {
    await loadDetails('nobody’s');
    expect($details.get().status).toBe('failed');
    expect($details.get().data).toBeUndefined();
    expect(toasts()).toHaveLength(1);
    await loadDetails(classic);
    expect($details.get().status).toBe('ready');
  });

  test('show only the fills of the requested trading day', async () => {
    const fills = await findDayFills(classic, '2026-03-11');
    expect(fills?.fills.map(({ side }) => side).toSorted()).toEqual(['buy', 'sell']);
    expect((await findDayFills(classic, '2026-03-12'))?.fills).toEqual([]);
  });
});

describe('platform credentials', () => {
  test('appear only after the person has reauthenticated', async () => {
    await server.deps.db
      .updateTable('session')
      .set({ created_at: new Date(0), confirmed_at: null })
      .execute();
    const shown = showCredentials(classic);
    await until(() => $reauthentication.get() !== null);
    expect($credentials.get()).toEqual({ accountId: classic, shown: null });
    $reauthentication.get()?.answer(false);
    await shown;
    expect($credentials.get()).toBeNull();
    expect(toasts()).toEqual([]);
  });
});

describe('the account selection', () => {
  test('is restored from a link, and a change updates the address', async () => {
    const page = openPage(`/my-account?account=${breached}&phase=breached&program=unknown`);
    await $accounts.load();
    readChoice();
    expect($visibleAccounts.get().map(({ id }) => id)).toEqual([breached]);
    expect($selected.get()?.id).toBe(breached);
    filterAccounts({ phase: '', search: '50k' });
    expect($selected.get()?.id).toBe(classic);
    // Filters belong to the table, which hiding clears.
    expect(page.address()).toBe(`/my-account?account=${breached}&search=50k&view=table`);
    showTable(false);
    selectAccount(classic);
    expect(page.address()).toBe(`/my-account?account=${classic}`);
  });

  test('offers only groups that contain an account', async () => {
    await $accounts.load();
    expect($filterOptions.get()).toEqual({ phases: ['evaluation', 'breached'], programs: ['classic'] });
  });
});

describe('a breach report', () => {
  test('reaches the server’s verdict when replayed in the browser', async () => {
    await loadBreachReport(breached);
    const report = $breachReport.get().data;
    if (!report) throw new Error('no report');
    await replayBreach(report);
    expect($replay.get()).toMatchObject({ status: 'done', agrees: true, sha256: report.inputsSha256 });
  });

  test('detects a changed record and a changed verdict', async () => {
    await loadBreachReport(breached);
    const report = $breachReport.get().data;
    if (!report) throw new Error('no report');
    await replayBreach({ ...report, equityCents: report.equityCents - 1 });
    expect($replay.get()).toMatchObject({ status: 'done', agrees: false });
    const log = await server.app.request(`/api/account/inputs?accountId=${breached}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const text = (await log.text()).replace('"quantity":1', '"quantity":2');
    disconnect();
    disconnect = connectFetch(server, (path) => (path.endsWith('/account/inputs') ? new Response(text) : undefined));
    await replayBreach(report);
    expect($replay.get()).toMatchObject({ status: 'done', agrees: false });
  });

  test('of an account without a breach says so instead of loading forever', async () => {
    await loadBreachReport(classic);
    expect($breachReport.get().status).toBe('failed');
    expect(toasts()).toHaveLength(1);
  });

  test('sends a dispute once and shows it', async () => {
    await loadBreachReport(breached);
    const message = 'The mark at 15:20 was not traded.';
    expect(await Promise.all([sendDispute(breached, message), sendDispute(breached, message)])).toEqual([true, false]);
    expect($breachReport.get().data?.dispute).toMatchObject({ filedAt: testStart });
    expect(await sendDispute(breached, message)).toBe(false);
  });
});

describe('statistics', () => {
  test('show only the response to the latest choice', async () => {
    const held = holdCalls('/account/statistics');
    const first = choose({ accountId: classic });
    const second = choose({ accountId: breached });
    await until(() => held.length === 2);
    held[1]?.release();
    await second;
    const shown = $statistics.get();
    held[0]?.release();
    await first;
    expect($statistics.get()).toBe(shown);
    expect($choice.get().accountId).toBe(breached);
  });

  test('can be reloaded after a failure', async () => {
    disconnect();
    disconnect = connectFetch(server, () => new Response(null, { status: 500 }));
    $statistics.clear();
    await loadStatistics();
    expect($statistics.get()).toMatchObject({ status: 'failed' });
    disconnect();
    disconnect = connectFetch(server);
    await loadStatistics();
    expect($statistics.get().status).toBe('ready');
  });
});
