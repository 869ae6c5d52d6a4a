import { beforeEach, describe, expect, test } from 'vitest';
import { createBulk, listBulkActions } from '#app/office/stores/bulk.ts';
import { createList, isDueFirst, readOrder, writeOrder } from '#app/office/stores/list.ts';
import { $overview, $record, $searchResults, canOpen, isOfficeList, search } from '#app/office/stores/office.ts';
import {
  $savedViews,
  filterOf,
  isSameFilter,
  loadSavedViews,
  removeSavedView,
} from '#app/office/stores/saved-views.ts';
import { createSelection } from '#app/office/stores/selection.ts';
import { $session } from '#app/shell/stores/session.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { client } from '../../server/support/client.ts';
import { signInStaff } from '../../server/support/funded.ts';
import { signInPerson } from '../../server/support/people.ts';
import { writeTicket } from '../../server/support/tickets.ts';
import { catchDownloads, connectFetch, hold, openPage, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  openPage('/admin');
  $savedViews.set([]);
});

async function openStaff(...roles: Parameters<typeof signInStaff>[1][]) {
  const staff = await signInStaff(server, ...roles);
  signIn(staff.token);
  const { user } = await client(server)(checkAuth, { token: staff.token });
  if (!user) throw new Error('nobody is signed in');
  $session.set({ status: 'verified', user });
  return staff;
}

const emailOf = ({ personId }: { personId: string }) => `${personId.toLowerCase()}@example.com`;

const fail = () => connectFetch(server, () => new Response(null, { status: 500 }));

describe('a list of the back office', () => {
  test('loads its first page and finds a record by the typed text', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    const list = createList('people');
    expect(list.$list.get()).toMatchObject({ status: 'loading', page: null });
    await list.load();
    expect(list.$list.get().status).toBe('ready');
    await list.filter({ q: emailOf(wanted) });
    expect(list.$list.get().page?.rows.map(({ id }) => id)).toEqual([wanted.personId]);
    expect(list.$list.get().page).toMatchObject({ count: 1, newer: null, older: null });
    await list.filter({ q: 'nobody-has-this@example.com' });
    expect(list.$list.get().page).toMatchObject({ rows: [], count: 0 });
    await list.clear();
    expect(list.$list.get().query).toEqual({});
  });

  test('pages in both directions without losing or repeating a row', async () => {
    await openStaff('support');
    for (let count = 0; count < 60; count += 1) await signInPerson(server);
    const list = createList('people');
    await list.load();
    const first = list.$list.get().page;
    await list.turnPage('older', first?.older);
    const second = list.$list.get().page;
    const ids = [...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second?.rows.length).toBeGreaterThan(0);
    await list.turnPage('newer', second?.newer);
    expect(list.$list.get().page?.rows.map(({ id }) => id)).toEqual(first?.rows.map(({ id }) => id));
  });

  test('returns to the first page for another filter', async () => {
    await openStaff('support');
    const list = createList('people');
    await list.show({ cursor: 'x', direction: 'older' } as never);
    await list.filter({ q: 'ada' });
    expect(list.$list.get().query).toEqual({ q: 'ada' });
  });

  test('shows the response for the last filter, whichever comes first', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    const late = hold<Response>();
    const list = createList('people');
    await list.load();
    connectFetch(server, async (path, request) => {
      if (!request.url.includes('q=first')) return undefined;
      await late.promise;
      return server.app.request(path + new URL(request.url).search, request);
    });
    const first = list.filter({ q: 'first' });
    await list.filter({ q: emailOf(wanted) });
    late.settle(new Response());
    await first;
    expect(list.$list.get()).toMatchObject({ status: 'ready', query: { q: emailOf(wanted) } });
    expect(list.$list.get().page?.rows.map(({ id }) => id)).toEqual([wanted.personId]);
  });

  test('keeps its rows when a reload fails, and can be retried', async () => {
    await openStaff('support');
    const list = createList('people');
    await list.load();
    const { page } = list.$list.get();
    const reconnect = fail();
    await list.load();
    expect(list.$list.get()).toMatchObject({ status: 'failed', page });
    reconnect();
    await list.load();
    expect(list.$list.get().status).toBe('ready');
  });

  test('tells staff without two-step sign-in to set it up', async () => {
    const staff = await openStaff('support');
    await server.deps.db.updateTable('person').set({ two_factor_at: null }).where('id', '=', staff.personId).execute();
    const list = createList('people');
    await list.load();
    expect(list.$list.get().status).toBe('second-factor');
  });

  test('keeps its filters in the address for links, reloads and the back button', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    const page = openPage(`/admin/people?q=${encodeURIComponent(emailOf(wanted))}&foreign=1`);
    const list = createList('people', { inAddress: true });
    expect(list.$list.get().query).toEqual({ q: emailOf(wanted) });
    const stop = list.follow();
    await until(() => list.$list.get().status === 'ready');
    expect(list.$list.get().page?.rows.map(({ id }) => id)).toEqual([wanted.personId]);
    await list.filter({ q: 'ada', from: '2026-03-01', to: '' });
    expect(page.address()).toBe('/admin/people?q=ada&from=2026-03-01');
    await list.clear();
    expect(page.address()).toBe('/admin/people');
    stop();
  });

  test('leaves the address and the other filters unchanged within a record', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    const page = openPage(`/admin/people/${wanted.personId}`);
    const list = createList('orders', { fixed: { person: wanted.personId } });
    await list.load();
    expect(list.$list.get()).toMatchObject({ status: 'ready', query: {}, page: { rows: [] } });
    expect(page.address()).toBe(`/admin/people/${wanted.personId}`);
  });

  test('exports the filtered rows under the list’s name', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    const saved = catchDownloads();
    const list = createList('people');
    await list.filter({ q: emailOf(wanted) });
    await list.export();
    expect(saved.map(({ name }) => name)).toEqual(['people.csv']);
    const lines = (await saved[0]?.content.text())?.trim().split('\n') ?? [];
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(emailOf(wanted));
    fail();
    await list.export();
    expect(saved).toHaveLength(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });

  test('starts with what is due first if it is a queue, unless the newest are requested', () => {
    const queue = (Object.keys(officeLists) as (keyof typeof officeLists)[]).find((name) => officeLists[name].isQueue);
    if (!queue) throw new Error('no queue');
    expect(isDueFirst(queue, {})).toBe(true);
    expect(isDueFirst(queue, { order: 'newest' })).toBe(false);
    expect(isDueFirst('people', {})).toBe(false);
  });

  test('has one value for its order, which leads to the same order again', () => {
    expect([readOrder('payouts', {}), readOrder('payouts', { order: 'newest' }), readOrder('people', {})]).toEqual([
      'due',
      '-at',
      '-at',
    ]);
    expect(writeOrder('payouts', 'due')).toEqual({ order: '', sort: '' });
    expect(writeOrder('payouts', '-at')).toEqual({ order: 'newest', sort: '' });
    expect(writeOrder('people', '-at')).toEqual({ order: '', sort: '' });
    for (const order of ['at', '-amountCents', 'amountCents']) {
      expect(writeOrder('payouts', order)).toEqual({ order: '', sort: order });
      expect(readOrder('payouts', { sort: order })).toBe(order);
    }
  });
});

describe('a record', () => {
  test('is loaded, missing or failed', async () => {
    await openStaff('support');
    const wanted = await signInPerson(server);
    await $record.load('people', wanted.personId);
    expect($record.get()).toMatchObject({ status: 'ready', data: { id: wanted.personId } });
    await $record.load('people', 'nobody');
    expect($record.get()).toMatchObject({ status: 'missing' });
    fail();
    await $record.load('people', wanted.personId);
    expect($record.get()).toMatchObject({ status: 'failed' });
  });

  test('in a list that the person’s roles don’t allow is refused by the server too', async () => {
    const staff = await openStaff('support');
    expect(canOpen('people')).toBe(true);
    expect(canOpen('batches')).toBe(false);
    await $record.load('batches', staff.personId);
    expect($record.get()).toMatchObject({ status: 'failed' });
  });

  test('can only be in a list of the back office', () => {
    expect(isOfficeList('people')).toBe(true);
    expect(isOfficeList('nothing')).toBe(false);
    expect(isOfficeList(undefined)).toBe(false);
  });
});

describe('the overview and the search', () => {
  test('the overview loads, and can be reloaded after a failure', async () => {
    await openStaff('admin');
    const reconnect = fail();
    await $overview.load();
    expect($overview.get()).toMatchObject({ status: 'failed' });
    reconnect();
    await $overview.load();
    expect($overview.get()).toMatchObject({ status: 'ready' });
  });

  test('the search starts at three letters, finds nothing with fewer, and reports a failure', async () => {
    await openStaff('admin');
    const wanted = await signInPerson(server);
    await search('ab');
    expect($searchResults.get()).toEqual({ status: 'idle' });
    await search(emailOf(wanted));
    expect($searchResults.get()).toMatchObject({ status: 'ready' });
    expect(JSON.stringify($searchResults.get())).toContain(wanted.personId);
    fail();
    $searchResults.clear();
    await search(emailOf(wanted));
    expect($searchResults.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('bulk actions', () => {
  /** A list of open tickets with its selection. */
  async function openTickets(count: number) {
    const staff = await openStaff('support');
    const ids: string[] = [];
    for (let written = 0; written < count; written += 1) ids.push((await writeTicket(server)).ticketId);
    const list = createList('tickets');
    await list.load();
    const selection = createSelection(list);
    return { staff, ids, list, selection, bulk: createBulk('closeTickets', list, selection) };
  }

  const statusOf = async (ids: readonly string[]) =>
    (await server.deps.db.selectFrom('ticket').select('status').where('id', 'in', ids).execute()).map(
      (row) => row.status,
    );

  test('are those of the list that the person’s roles allow', async () => {
    await openStaff('support');
    expect(listBulkActions('tickets')).toEqual(['takeTickets', 'closeTickets']);
    expect(listBulkActions('accounts')).not.toContain('suspendAccounts');
    await openStaff('risk_manager');
    expect(listBulkActions('accounts')).toContain('suspendAccounts');
    expect(listBulkActions('tickets')).toEqual([]);
  });

  test('apply to selected rows, a page or all rows; another filter starts with an empty selection', async () => {
    const { ids, list, selection } = await openTickets(2);
    const [one = ''] = ids;
    selection.toggle(one);
    expect([...selection.$ids.get()]).toEqual([one]);
    selection.toggle(one);
    expect(selection.$ids.get().size).toBe(0);
    selection.togglePage();
    expect(selection.$ids.get().size).toBe(list.$list.get().page?.rows.length);
    selection.selectAll();
    expect(selection.$all.get()).toBe(true);
    selection.togglePage();
    expect([selection.$all.get(), selection.$ids.get().size]).toEqual([false, 0]);
    selection.toggle(one);
    await list.filter({ q: 'x' });
    expect(selection.$ids.get().size).toBe(0);
  });

  test('change nothing in the preview and then do exactly what it says, once', async () => {
    const { ids, selection, bulk } = await openTickets(2);
    for (const id of ids) selection.toggle(id);
    const opened = bulk.open();
    expect(bulk.$bulk.get().status).toBe('loading');
    await opened;
    expect(bulk.$bulk.get()).toMatchObject({ status: 'preview', errors: {} });
    expect(await statusOf(ids)).not.toContain('closed');
    await Promise.all([bulk.run({}), bulk.run({})]);
    expect(bulk.$bulk.get().status).toBe('done');
    expect(await statusOf(ids)).toEqual(['closed', 'closed']);
    bulk.close();
    expect(bulk.$bulk.get()).toEqual({ status: 'closed' });
    expect(selection.$ids.get().size).toBe(0);
  });

  test('can be retried after a lost response with the same outcome', async () => {
    const { ids, selection, bulk } = await openTickets(1);
    selection.toggle(ids[0] ?? '');
    await bulk.open();
    let isLost = true;
    connectFetch(server, async (path, request) => {
      if (!path.endsWith('tickets/close') || !isLost) return undefined;
      isLost = false;
      await server.app.request(path, new Request(request, { keepalive: false }));
      throw new TypeError('fetch failed');
    });
    await bulk.run({});
    expect(bulk.$bulk.get().status).toBe('preview');
    expect(toasts()).toEqual([{ key: 'network' }]);
    await bulk.run({});
    expect(bulk.$bulk.get().status).toBe('done');
    expect(await statusOf(ids)).toEqual(['closed']);
  });

  test('name a missing field in the dialog and accept the corrected one', async () => {
    await openStaff('risk_manager');
    const list = createList('accounts');
    await list.load();
    const selection = createSelection(list);
    const bulk = createBulk('suspendAccounts', list, selection);
    selection.toggle('nobody');
    await bulk.open();
    expect(bulk.$bulk.get()).toMatchObject({ status: 'preview', preview: { rows: [] } });
    await bulk.run({ cause: '' });
    const state = bulk.$bulk.get();
    expect(state).toMatchObject({ status: 'preview' });
    expect(Object.keys('errors' in state ? state.errors : {}).length).toBeGreaterThan(0);
  });

  test('close the dialog and keep the selection when the preview fails', async () => {
    const { ids, selection, bulk } = await openTickets(1);
    selection.toggle(ids[0] ?? '');
    fail();
    await bulk.open();
    expect(bulk.$bulk.get()).toEqual({ status: 'closed' });
    expect(selection.$ids.get().size).toBe(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });

  test('stay closed when the dialog is closed while its preview loads', async () => {
    const { ids, selection, bulk } = await openTickets(1);
    selection.toggle(ids[0] ?? '');
    const opened = bulk.open();
    bulk.close();
    await opened;
    expect(bulk.$bulk.get()).toEqual({ status: 'closed' });
  });
});

describe('saved filters', () => {
  test('exclude the page, and are equal in any order of their fields', () => {
    expect(filterOf({ q: 'ada', cursor: 'c', direction: 'older', from: '2026-01-01' })).toEqual({
      q: 'ada',
      from: '2026-01-01',
    });
    expect(isSameFilter({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(isSameFilter({ a: '1' }, { a: '2' })).toBe(false);
  });

  test('are empty for a list without any, and removing a deleted one is no error', async () => {
    await openStaff('support');
    await loadSavedViews('people');
    expect($savedViews.get()).toEqual([]);
    await removeSavedView('people', 'nothing');
    expect(toasts()).toEqual([]);
  });

  test('aren’t needed by the list, so a failure stays silent', async () => {
    await openStaff('support');
    fail();
    await loadSavedViews('people');
    expect(toasts()).toEqual([]);
  });
});
