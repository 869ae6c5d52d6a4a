import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReview, savePerformanceReview } from '#app/reviews/stores/review.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { reviewAccount } from '#server/reviews/make.ts';
import { payOrder, signInPerson } from '../../server/support/people.ts';
import { connectFetch, openPage, serveStores, signIn, toasts, until } from '../support.ts';

let stop: () => void = () => undefined;
const server = await serveStores();

beforeEach(() => {
  openPage('/my-account');
});

afterEach(() => stop());

/** Orders a review of an account without trades; the review isn't made yet. */
async function orderReview() {
  const { personId, token } = await signInPerson(server);
  const order = await payOrder(server, personId);
  const { accountId } = await openAccount(server.deps, order);
  const at = server.deps.clock();
  await server.deps.db
    .insertInto('performance_review')
    .values({ id: order.id, order_id: order.id, account_id: accountId, person_id: personId, requested_at: at })
    .execute();
  signIn(token);
  return { id: order.id, accountId };
}

async function deliver({ id, accountId }: { readonly id: string; readonly accountId: string }) {
  const { db, clock } = server.deps;
  const account = await db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const made = await reviewAccount(server.deps, account, clock());
  await db
    .updateTable('performance_review')
    .set({ ...made, delivered_at: clock() })
    .where('id', '=', id)
    .execute();
}

function open(id: string) {
  const store = createReview(id);
  stop = store.start();
  const statusOf = () => {
    const state = store.$review.get();
    return state.status === 'found' ? state.review.status : state.status;
  };
  const reach = (status: string) => until(() => statusOf() === status);
  return { ...store, statusOf, reach };
}

test('a pending review appears by itself once it is ready', async () => {
  const review = await orderReview();
  const store = open(review.id);
  expect(store.statusOf()).toBe('loading');
  await store.reach('pending');
  await deliver(review);
  await store.reach('ready');
  const state = store.$review.get();
  expect(state.status === 'found' && state.review.report?.sample).toEqual({ trades: 0, days: 0, isEnough: false });
  expect(toasts()).toEqual([]);
});

test('a lost response during polling is retried silently', async () => {
  const review = await orderReview();
  let asked = 0;
  connectFetch(server, (path) => {
    if (path !== '/api/performance-review') return undefined;
    asked += 1;
    return asked === 2 ? new Response('', { status: 502 }) : undefined;
  });
  const store = open(review.id);
  await store.reach('pending');
  await deliver(review);
  await store.reach('ready');
  expect(asked).toBeGreaterThan(2);
  expect(toasts()).toEqual([]);
});

test.each([['unknown'], ['not an id']])('%s: the review is missing, without an error', async (id) => {
  await orderReview();
  await open(id).reach('missing');
  expect(toasts()).toEqual([]);
});

test('another person’s review is missing', async () => {
  const { id } = await orderReview();
  await orderReview();
  await open(id).reach('missing');
});

test('a first response that fails is reported, and a retry loads the review', async () => {
  const { id } = await orderReview();
  let isDown = true;
  connectFetch(server, () => (isDown ? new Response('', { status: 500 }) : undefined));
  const store = open(id);
  await store.reach('failed');
  expect(toasts()).toHaveLength(1);
  isDown = false;
  store.retry();
  await store.reach('pending');
});

test('a missing PDF is reported', async () => {
  const { id } = await orderReview();
  await savePerformanceReview(id);
  expect(toasts()).toHaveLength(1);
});
