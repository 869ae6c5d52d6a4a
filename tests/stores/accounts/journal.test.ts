import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $journal, editJournal, flushJournal, openJournal, resolveJournal } from '#app/accounts/stores/journal.ts';
import { $journalDays, loadJournalDays, loadOlderJournalDays } from '#app/accounts/stores/journal-days.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, resetPage, signIn, toasts } from '../support.ts';

const day = '2026-03-11';
const savePath = '/api/journal/entry';

let server: TestApp;
let disconnect: () => void = () => undefined;
let isOffline = false;
/** For each save, whether it may outlive its page (`keepalive`). */
let saves: boolean[] = [];

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(() => {
  resetPage();
  isOffline = false;
  saves = [];
  disconnect = connectFetch(server, (path, request) => {
    if (path !== savePath || request.method !== 'POST') return undefined;
    saves.push(request.keepalive);
    return isOffline ? Response.error() : undefined;
  });
});

afterEach(() => disconnect());

/** A person with two accounts. */
async function openAccounts() {
  const { personId, token } = await signInPerson(server);
  signIn(token);
  const [one, two] = [await buyAccount(server, personId), await buyAccount(server, personId)];
  return { personId, one, two };
}

/** Saves notes as another tab would. */
async function saveElsewhere(accountId: string, notes: string): Promise<void> {
  await server.deps.db
    .updateTable('journal_entry')
    .set(({ eb }) => ({ notes, revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

/** Lets the first save arrive but loses its response. */
function loseFirstAnswer(): void {
  disconnect();
  let isLost = true;
  disconnect = connectFetch(server, async (path, request) => {
    if (path !== savePath || request.method !== 'POST' || !isLost) return undefined;
    isLost = false;
    await server.app.request(path, new Request(request, { keepalive: false }));
    return Response.error();
  });
}

const listed = () => $journalDays.get().entries.map(({ day: each, notes }) => `${each} ${notes}`.trim());

describe('typed text', () => {
  test('is sent in a way that survives leaving the page', async () => {
    const { one } = await openAccounts();
    await openJournal(one, day);
    editJournal({ notes: 'Waited for the open.' });
    await flushJournal();
    expect($journal.get()).toMatchObject({ status: 'saved', revision: 1 });
    expect(saves).toEqual([true]);
  });

  test('stays when it can’t be saved and another account is opened, and is saved on return', async () => {
    const { one, two } = await openAccounts();
    await openJournal(one, day);
    isOffline = true;
    editJournal({ tags: 'News', notes: 'Typed offline.' });
    await openJournal(two, day);
    expect($journal.get().typed).toEqual({ tags: '', notes: '' });
    expect(toasts()).toEqual([{ key: 'journal_kept' }]);
    await openJournal(one, day);
    expect($journal.get()).toMatchObject({ status: 'unsaved', typed: { tags: 'News', notes: 'Typed offline.' } });
    await openJournal(two, day);
    isOffline = false;
    await openJournal(one, day);
    expect($journal.get()).toMatchObject({ status: 'saved', revision: 1, typed: { notes: 'Typed offline.' } });
    await saveElsewhere(one, 'Changed in another tab.');
    await openJournal(two, day);
    await openJournal(one, day);
    expect($journal.get()).toMatchObject({ status: 'saved', typed: { notes: 'Changed in another tab.' } });
  });

  test('stays in conflict with another tab’s save when another account was open in between', async () => {
    const { one, two } = await openAccounts();
    await openJournal(one, day);
    editJournal({ notes: 'First.' });
    await flushJournal();
    await saveElsewhere(one, 'Theirs.');
    editJournal({ notes: 'Mine.' });
    await flushJournal();
    expect($journal.get().status).toBe('conflict');
    await openJournal(two, day);
    await openJournal(one, day);
    expect($journal.get()).toMatchObject({
      status: 'conflict',
      typed: { notes: 'Mine.' },
      other: { notes: 'Theirs.' },
    });
    await resolveJournal('both');
    expect($journal.get()).toMatchObject({ status: 'saved', typed: { notes: 'Theirs.\n\nMine.' }, revision: 3 });
  });

  test('doesn’t conflict with itself after the response to its save was lost', async () => {
    const { one } = await openAccounts();
    await openJournal(one, day);
    loseFirstAnswer();
    editJournal({ notes: 'Saved once.' });
    await flushJournal();
    expect($journal.get().status).toBe('unsaved');
    await flushJournal();
    expect($journal.get()).toMatchObject({ status: 'saved', revision: 1, other: null });
  });

  test('doesn’t conflict with an earlier version of itself whose response was lost', async () => {
    const { one } = await openAccounts();
    await openJournal(one, day);
    loseFirstAnswer();
    editJournal({ notes: 'Waited' });
    await flushJournal();
    editJournal({ notes: 'Waited for the open.' });
    await flushJournal();
    expect($journal.get()).toMatchObject({ status: 'typing', revision: 1, other: null });
    await flushJournal();
    expect($journal.get()).toMatchObject({ status: 'saved', revision: 2, typed: { notes: 'Waited for the open.' } });
  });
});

describe('days with a journal entry', () => {
  test('are updated after each save', async () => {
    const { one, two } = await openAccounts();
    await loadJournalDays(one);
    expect(listed()).toEqual([]);
    await openJournal(one, day);
    editJournal({ notes: 'Waited.' });
    await flushJournal();
    expect(listed()).toEqual([`${day} Waited.`]);
    await openJournal(two, day);
    editJournal({ notes: 'On the other account.' });
    await flushJournal();
    expect(listed()).toEqual([`${day} Waited.`]);
  });

  test('are listed fifty at a time, down to the first', async () => {
    const { personId, one } = await openAccounts();
    const days = Array.from({ length: 52 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const updated_at = server.deps.clock();
    await server.deps.db
      .insertInto('journal_entry')
      .values(days.map((each) => ({ account_id: one, day: each, person_id: personId, updated_at })))
      .execute();
    await loadJournalDays(one);
    expect(listed()).toHaveLength(50);
    expect(listed().at(-1)).toBe('2026-01-03');
    await Promise.all([loadOlderJournalDays(), loadOlderJournalDays()]);
    expect(listed()).toEqual(days.toReversed());
    expect($journalDays.get().more).toBe(false);
  });

  test('are never those of the account that was open before', async () => {
    const { one, two } = await openAccounts();
    await openJournal(one, day);
    editJournal({ notes: 'On the first account.' });
    await flushJournal();
    disconnect();
    const late = hold<undefined>();
    disconnect = connectFetch(server, (path, { url }) =>
      path === '/api/journal' && url.includes(one) ? late.promise : undefined,
    );
    const first = loadJournalDays(one);
    await loadJournalDays(two);
    late.settle(undefined);
    await first;
    expect($journalDays.get()).toMatchObject({ accountId: two, status: 'ready', entries: [] });
  });
});
