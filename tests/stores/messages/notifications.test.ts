import { beforeEach, expect, test } from 'vitest';
import { $messages, loadEarlierMessages, loadMessages } from '#app/messages/stores/notifications.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  $messages.set({ status: 'loading' });
});

/** Signs in a person with this many notifications. */
async function tell(count: number) {
  const { personId, token } = await signInPerson(server);
  signIn(token);
  const add = (index: number) =>
    server.deps.db.transaction().execute((trx) =>
      addNotification(server.deps, trx, {
        dedupeKey: `${personId}:${index}`,
        personId,
        kind: 'welcome',
      }),
    );
  for (let index = 0; index < count; index += 1) await add(index);
  const unread = async () => {
    const { unread_notifications } = await server.deps.db
      .selectFrom('person')
      .select('unread_notifications')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    return unread_notifications;
  };
  return { unread, add };
}

function list() {
  const state = $messages.get();
  if (state.status !== 'ready') throw new Error(`messages are ${state.status}`);
  return state;
}

const fail = (isFailing: (path: string) => boolean) => {
  connectFetch(server, (path) => (isFailing(path) ? new Response(null, { status: 500 }) : undefined));
};

test('pages are listed newest first, without duplicates', async () => {
  const { add } = await tell(25);
  await loadMessages();
  expect(list().list).toHaveLength(20);
  expect(list().more).toBe(true);
  await add(25);
  await Promise.all([loadEarlierMessages(), loadEarlierMessages()]);
  const numbers = list().list.map(({ number }) => number);
  expect(numbers).toHaveLength(25);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => right - left));
  expect(list().more).toBe(false);
});

test('shown notifications are marked as read, later ones aren’t, and the list still highlights new ones', async () => {
  const { unread, add } = await tell(2);
  await loadMessages();
  expect(await unread()).toBe(0);
  expect(list().list.map(({ read }) => read)).toEqual([false, false]);
  await add(2);
  expect(await unread()).toBe(1);
  await loadMessages();
  expect(list().list.map(({ read }) => read)).toEqual([false, true, true]);
});

test('a list that fails to load can be retried; earlier pages that fail keep what is shown', async () => {
  await tell(21);
  fail((path) => path.endsWith('/notifications/fetch'));
  await loadMessages();
  expect($messages.get()).toEqual({ status: 'failed' });
  connectFetch(server);
  await loadMessages();
  expect(list().list).toHaveLength(20);
  toasts();
  fail((path) => path.endsWith('/notifications/fetch'));
  await loadEarlierMessages();
  expect(list().list).toHaveLength(20);
  expect(toasts()).toHaveLength(1);
});
