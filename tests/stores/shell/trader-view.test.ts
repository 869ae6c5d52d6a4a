import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { $session, startSession } from '#app/shell/stores/session.ts';
import { $traderView, endView, leaveView, openView, resumeView } from '#app/shell/stores/trader-view.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { requestEmailChange } from '#shared/people/contract-security.ts';
import { startTraderView } from '#shared/people/contract-trader-views.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { client } from '../../server/support/client.ts';
import { buyAccount, giveRoles, signInPerson } from '../../server/support/people.ts';
import { connectFetch, openPage, resetPage, restorePage, signIn } from '../support.ts';

const record = '/admin/people/p';

let server: TestApp;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(() => {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.assign(globalThis, { sessionStorage });
  disconnect = connectFetch(server);
  resetPage();
});

afterEach(() => {
  leaveView();
  disconnect();
});

async function start() {
  const [trader, agent] = [await signInPerson(server), await signInPerson(server)];
  await giveRoles(server, agent.personId, ['support']);
  const accountId = await buyAccount(server, trader.personId);
  signIn(agent.token);
  const page = openPage(record);
  const body = { personId: trader.personId, reason: 'Ticket 12' };
  const { data } = await client(server)(startTraderView, { token: agent.token, body });
  // The server's clock is behind this process's clock.
  openView({ ...data, endsAt: Date.now() + 15 * 60_000 });
  return { accountId, agent, page, view: data };
}

const readAccounts = async () => {
  const result = await send(accountData, {});
  return result.ok ? result.data.accounts.map(({ id }) => id) : result.failure;
};

test('a view uses its own token, changes nothing, and returns the tab to the staff member when it ends', async () => {
  const { accountId, agent, page } = await start();
  expect(page.visited).toEqual(['/my-account']);
  expect(resumeView()).not.toBeNull();
  expect(await readAccounts()).toEqual([accountId]);
  const change = await send(requestEmailChange, { body: { email: 'thief@example.com' } });
  expect(change).toMatchObject({ ok: false, failure: { status: 403, code: 'view_only' } });
  await endView();
  expect(page.visited).toEqual(['/my-account', record]);
  expect(readTraderView()).toBeNull();
  expect(readStored(storageKeys.token)).toBe(agent.token);
  expect(await readAccounts()).toEqual([]);
});

test('a view that the server ended leads back to the record, and the staff member stays signed in', async () => {
  const { agent, page } = await start();
  resumeView();
  await server.clock.advance(15 * 60_000);
  expect(await readAccounts()).toMatchObject({ status: 498 });
  expect(page.visited).toEqual(['/my-account', record]);
  expect($traderView.get()).toBeNull();
  expect(readStored(storageKeys.token)).toBe(agent.token);
});

test('a view stays open in a browser whose clock is a month behind', async () => {
  const { view } = await start();
  openView({ ...view, endsAt: Date.now() + 30 * 24 * 60 * 60_000 });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(resumeView()).not.toBeNull();
  vi.advanceTimersByTime(60_000);
  expect($traderView.get()).not.toBeNull();
});

test('the back button shows nothing of a view that has ended', async () => {
  const { page } = await start();
  await startSession();
  expect($session.get()).toMatchObject({ status: 'verified' });
  restorePage();
  expect(page.visited).toEqual(['/my-account']);
  // The view's page stays in the browser's memory while the next page ends the view.
  globalThis.sessionStorage.removeItem('traderView');
  restorePage();
  expect($session.get()).toEqual({ status: 'checking' });
  expect(page.visited).toEqual(['/my-account', 'reload']);
});
