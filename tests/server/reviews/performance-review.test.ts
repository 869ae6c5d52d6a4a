import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { handlers } from '#server/firm/jobs.ts';
import { makePerformanceReview } from '#server/reviews/make.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { previousTradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { officeLists } from '#shared/firm/lists.ts';
import * as orderCalls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import * as calls from '#shared/reviews/contract.ts';
import * as staffCalls from '#shared/reviews/contract-office.ts';
import { testStart } from '../support/app.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Trader = Awaited<ReturnType<typeof openAccount>>;

async function buy(selection: ProductSelection, token: string, totalCents: number, again: 0 | 1 = 0) {
  const body = orderForm({ selection, expectedTotalCents: totalCents, again });
  const answer = await shop.ask(orderCalls.createOrder, { body, token, idempotencyKey: randomUUID() });
  expect(answer.response_status, answer.response_message).toBe(200);
  await shop.press(answer.data, 'paid');
  return answer.data;
}

/** A Classic 50K with two trades, +8 and −4 ticks, on each of the given number of days before today. */
async function openAccount(days: number) {
  const person = await shop.signIn();
  const opened = await buy(
    { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' },
    person.token,
    14_900,
  );
  await shop.server.drain();
  const [account] = await shop.accounts(opened);
  const accountId = account?.id ?? '';
  let day = tradingDayOf(testStart);
  const events = Array.from({ length: days }, () => {
    day = previousTradingDay(day);
    const at = Date.parse(`${day}T15:00:00Z`);
    return [...trade(at, 8), ...trade(at + hourMs, -4)];
  });
  await play(shop.server, accountId, events.reverse().flat());
  const kind = 'performance-review';
  const selection: ProductSelection = { kind, packageId: 'performance-review', accountId, addOns: [], coupon: '' };
  return { ...person, accountId, selection };
}

const quote = async ({ selection, token }: Trader) =>
  (await shop.ask(orderCalls.quoteOrder, { body: { selection }, token })).data;
const read = ({ token }: Pick<Trader, 'token'>, reviewId: string) =>
  shop.ask(calls.fetchPerformanceReview, { query: { reviewId }, token });

async function order(trader: Trader) {
  const { orderId } = await buy(trader.selection, trader.token, 14_900);
  return orderId;
}

async function readStored({ accountId, personId }: Trader) {
  const { db } = shop.server.deps;
  const account = await db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirst();
  const subscriptions = await db.selectFrom('subscription').selectAll().where('person_id', '=', personId).execute();
  return { account, subscriptions };
}

async function fetchFile(token: string, path: string) {
  return shop.server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
}

describe('a quote for a review', () => {
  test('says that 19 days are too few, and that 20 days with 40 trades are enough', async () => {
    expect((await quote(await openAccount(19))).reviewSample).toEqual({ trades: 38, days: 19, isEnough: false });
    expect((await quote(await openAccount(20))).reviewSample).toEqual({ trades: 40, days: 20, isEnough: true });
  });
});

describe('a paid review', () => {
  test('is calculated from the account’s record, emailed once and shown to its owner', async () => {
    const trader = await openAccount(24);
    const before = await readStored(trader);
    const id = await order(trader);
    await shop.server.drain();
    // It renews nothing and changes nothing on the account.
    expect(await readStored(trader)).toEqual(before);
    const { data } = await read(trader, id);
    expect(data).toMatchObject({ status: 'ready', comment: '', isSample: false, account: { name: 'Classic 50K' } });
    // Worked out by hand: 24 × ($100 − $50), no fees in these fills; every other trade wins.
    expect(data.report?.figures).toMatchObject({ trades: 48, resultCents: 24 * 5_000, winRateBps: 5_000 });
    expect(data.report?.conclusions?.suggestions).toHaveLength(3);
    expect(data.report?.programs.map(({ program }) => program)).toEqual([
      ...['classic', 'ascension', 'merit', 'premium'],
    ]);
    expect(data.report?.floor.days).toHaveLength(24);
    expect(data.inputsSha256).toMatch(/^[0-9a-f]{64}$/);
    const mails = await shop.server.mails(trader.email);
    const [mail, ...others] = mails.filter(({ subject }) => subject.includes('Performance Review de Classic'));
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/pt/my-account/performance-review/${id}`);
    const { reviews } = (
      await shop.ask(accountDetails, { query: { accountId: trader.accountId }, token: trader.token })
    ).data;
    expect(reviews).toMatchObject([{ id, isReady: true }]);
    const pdf = await fetchFile(trader.token, `/api/performance-review/document?reviewId=${id}`);
    expect(pdf.status).toBe(200);
    const pages = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
    expect(pages.slice(0, 5)).toBe('%PDF-');
    expect(pages.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(6);
  });

  test('stays the same if its job dies, runs twice or is repeated', async () => {
    const trader = await openAccount(21);
    const id = await order(trader);
    let deaths = 0;
    await shop.server.drain({
      allowFailures: true,
      handlers: {
        ...handlers,
        'make-performance-review': async () => {
          deaths += 1;
          throw new Error('killed');
        },
      },
    });
    expect(deaths).toBe(1);
    expect((await read(trader, id)).data).toMatchObject({ status: 'pending', report: null });
    expect((await fetchFile(trader.token, `/api/performance-review/document?reviewId=${id}`)).status).toBe(404);
    await Promise.all([1, 2].map(() => makePerformanceReview(shop.server.deps, id)));
    const first = (await read(trader, id)).data;
    expect(first.status).toBe('ready');
    await shop.server.clock.advance(60_000);
    await shop.server.drain();
    expect((await read(trader, id)).data).toEqual(first);
    const mails = await shop.server.mails(trader.email);
    expect(mails.filter(({ subject }) => subject.includes('Performance Review de Classic'))).toHaveLength(1);

    // Recalculated from the stored record: the same hash, so the same seed and the same draws.
    const { db } = shop.server.deps;
    await db.updateTable('performance_review').set({ delivered_at: null }).where('id', '=', id).execute();
    await makePerformanceReview(shop.server.deps, id);
    const again = (await read(trader, id)).data;
    expect(again.inputsSha256).toBe(first.inputsSha256);
    expect(again.report).toEqual(first.report);
  });

  test('of a short record shows the record without conclusions', async () => {
    const trader = await openAccount(10);
    const id = await order(trader);
    await shop.server.drain();
    const { data } = await read(trader, id);
    expect(data.report?.sample).toEqual({ trades: 20, days: 10, isEnough: false });
    expect(data.report?.conclusions).toBeNull();
    expect(data.report?.figures.trades).toBe(20);
    expect((await fetchFile(trader.token, `/api/performance-review/document?reviewId=${id}`)).status).toBe(200);
  });

  test('that is refunded is no longer shown, and is never delivered if the refund comes first', async () => {
    const trader = await openAccount(20);
    const shown = await order(trader);
    await shop.server.drain();
    await shop.webhook({ orderId: shown }, 'refunded');
    await shop.server.drain();
    expect((await read(trader, shown)).data).toMatchObject({ status: 'revoked', report: null, inputsSha256: null });
    expect((await fetchFile(trader.token, `/api/performance-review/document?reviewId=${shown}`)).status).toBe(404);

    const early = await openAccount(20);
    const waiting = await order(early);
    await shop.server.drain({ handlers: { ...handlers, 'make-performance-review': async () => undefined } });
    await shop.webhook({ orderId: waiting }, 'refunded');
    await shop.server.drain();
    await makePerformanceReview(shop.server.deps, waiting);
    expect((await read(early, waiting)).data).toMatchObject({ status: 'revoked', deliveredAt: null });
  });

  test('is deleted with its owner’s profile, even before it is calculated', async () => {
    const trader = await openAccount(20);
    await order(trader);
    await shop.server.drain();
    const { db } = shop.server.deps;
    const repeated = { body: { selection: trader.selection }, token: trader.token };
    expect((await shop.ask(orderCalls.quoteOrder, repeated)).error_code).toBe('review_done');
    // As if the account had traded since.
    await db
      .updateTable('performance_review')
      .set({ requested_at: new Date(0) })
      .execute();
    const waiting = await buy(trader.selection, trader.token, 14_900, 1);
    await shop.server.drain({ handlers: { ...handlers, 'make-performance-review': async () => undefined } });
    const confirmedNow = { confirmed_at: shop.server.clock.now() };
    await db.updateTable('session').set(confirmedNow).where('person_id', '=', trader.personId).execute();
    expect((await shop.ask(deleteProfile, { token: trader.token })).response_status).toBe(200);
    await makePerformanceReview(shop.server.deps, waiting.orderId);
    const left = await db
      .selectFrom('performance_review')
      .select('id')
      .where('person_id', '=', trader.personId)
      .execute();
    expect(left).toEqual([]);
  });

  test('is not found under a malformed or unknown id', async () => {
    const { token } = await shop.signIn();
    expect((await read({ token }, 'unknown')).response_status).toBe(404);
    for (const id of ['', '../x', "'--", 'a'.repeat(65)]) {
      const path = `/api/performance-review?reviewId=${encodeURIComponent(id)}`;
      expect((await fetchFile(token, path)).status).toBe(422);
    }
  });

  test('can’t be read or ordered by another person', async () => {
    const owner = await openAccount(20);
    const id = await order(owner);
    await shop.server.drain();
    const stranger = await shop.signIn();
    expect((await read(stranger, id)).response_status).toBe(404);
    expect((await fetchFile(stranger.token, `/api/performance-review/document?reviewId=${id}`)).status).toBe(404);
    const theirs = await shop.ask(orderCalls.quoteOrder, {
      body: { selection: owner.selection },
      token: stranger.token,
    });
    expect(theirs.response_status).toBe(404);
  });
});

describe('a reviewer', () => {
  test('reads the review and adds a comment, and the trader is notified and sees the comment', async () => {
    const trader = await openAccount(20);
    const id = await order(trader);
    await shop.server.drain();
    const staff = await signInStaff(shop.server, 'reviewer');
    const { rows } = (
      await shop.ask(officeLists.reviews.page, { token: staff.token, query: { account: trader.accountId } })
    ).data;
    expect(rows).toMatchObject([
      { id, status: 'delivered', comment: '', commentVersion: 0, queued: true, reviewer: null },
    ]);
    expect((await fetchFile(staff.token, `/api/admin/reviews/document?reviewId=${id}`)).status).toBe(200);

    const writeComment = (version: number, text: string) =>
      shop.ask(staffCalls.commentOnPerformanceReview, {
        token: staff.token,
        body: { reviewId: id, version, comment: text },
      });
    expect((await writeComment(0, 'Your stops are steady.')).data).toEqual({ version: 1 });
    // Repeating the request after a lost response changes nothing; one from an outdated screen is refused.
    expect((await writeComment(0, 'Your stops are steady.')).data).toEqual({ version: 1 });
    expect((await writeComment(0, 'Something else.')).response_status).toBe(409);
    expect((await writeComment(1, 'Your stops are steady. Keep them.')).data).toEqual({ version: 2 });
    await shop.server.drain();
    expect((await read(trader, id)).data.comment).toBe('Your stops are steady. Keep them.');
    const subjects = (await shop.server.mails(trader.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Um analista comentou'))).toHaveLength(2);
    const texts = (await shop.server.mails(trader.email)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Your stops are steady. Keep them.'))).toHaveLength(1);
    const record = await shop.ask(officeLists.reviews.record, { token: staff.token, query: { id } });
    const closed = { queued: false, reviewerId: staff.personId, claimedAt: shop.server.clock.now().getTime() };
    expect(record.data.row).toMatchObject(closed);
    expect([...(await shop.actions({ orderId: id }))].filter((each) => each === 'review-commented')).toHaveLength(2);
  });

  test('claims a review from the queue, and a colleague can’t write until they take it over', async () => {
    const trader = await openAccount(20);
    const reviewId = await order(trader);
    await shop.server.drain();
    const first = await signInStaff(shop.server, 'reviewer');
    const second = await signInStaff(shop.server, 'support');
    type Staff = typeof first;
    const act = async ({ token }: Staff, to: 'claim' | 'release' | 'close', reviewerId: string | null) =>
      (await shop.ask(staffCalls.actOnPerformanceReview, { token, body: { reviewId, action: to, reviewerId } }))
        .response_status;
    const write = async ({ token }: Staff, version: number, comment: string) =>
      (await shop.ask(staffCalls.commentOnPerformanceReview, { token, body: { reviewId, version, comment } }))
        .response_status;
    const queue = async (query: { queued?: 'yes' | 'no'; assigned?: 'nobody' | 'someone' }) => {
      const request = { token: first.token, query: { ...query, account: trader.accountId } };
      return (await shop.ask(officeLists.reviews.page, request)).data.rows.map(({ reviewerId: id }) => id);
    };
    expect(await queue({ queued: 'yes', assigned: 'nobody' })).toEqual([null]);

    // Both have read that nobody holds the review.
    const claimStatuses = await Promise.all([act(first, 'claim', null), act(second, 'claim', null)]);
    expect(claimStatuses.toSorted()).toEqual([200, 409]);
    const [holder, other] = claimStatuses[0] === 200 ? [first, second] : [second, first];
    expect(await act(holder, 'claim', null)).toBe(200);
    expect(await queue({ queued: 'yes', assigned: 'someone' })).toEqual([holder.personId]);
    expect(await write(other, 0, 'Mine.')).toBe(409);
    expect(await act(other, 'close', null)).toBe(409);
    expect(await act(other, 'release', holder.personId)).toBe(409);

    expect(await act(other, 'claim', holder.personId)).toBe(200);
    expect(await write(holder, 0, 'Too late.')).toBe(409);
    expect(await act(other, 'release', other.personId)).toBe(200);
    expect(await queue({ queued: 'yes', assigned: 'nobody' })).toEqual([null]);

    expect(await act(holder, 'close', null)).toBe(200);
    expect(await queue({ queued: 'yes' })).toEqual([]);
    expect(await queue({ queued: 'no' })).toEqual([holder.personId]);
    expect((await read(trader, reviewId)).data.comment).toBe('');
    expect(await write(holder, 0, 'A word after all.')).toBe(200);
    // Nobody holds a closed review: a colleague may correct the comment, but can't claim the review.
    expect(await act(other, 'claim', holder.personId)).toBe(409);
    expect(await write(other, 0, 'Without having read it.')).toBe(409);
    expect(await write(other, 1, 'A better word.')).toBe(200);
    const actions = (await shop.actions({ orderId: reviewId })).filter((each) => each !== 'review-opened');
    expect(actions.filter((each) => each.startsWith('review-')).toSorted()).toEqual([
      ...['review-claimed', 'review-claimed', 'review-closed', 'review-commented', 'review-commented'],
      'review-released',
    ]);
  });

  test('who writes at the same time as a colleague gets a conflict, so no comment is lost', async () => {
    const trader = await openAccount(20);
    const reviewId = await order(trader);
    await shop.server.drain();
    const staff = [await signInStaff(shop.server, 'reviewer'), await signInStaff(shop.server, 'reviewer')];
    const answers = await Promise.all(
      staff.map(({ token }, index) =>
        shop.ask(staffCalls.commentOnPerformanceReview, {
          token,
          body: { reviewId, version: 0, comment: `Words ${index}.` },
        }),
      ),
    );
    const statuses = answers.map(({ response_status: status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await read(trader, reviewId)).data.comment).toBe(`Words ${statuses.indexOf(200)}.`);
  });

  test('who deletes their profile leaves their reviews to colleagues', async () => {
    const trader = await openAccount(20);
    const reviewId = await order(trader);
    await shop.server.drain();
    const leaver = await signInStaff(shop.server, 'reviewer');
    const colleague = await signInStaff(shop.server, 'reviewer');
    const body = { reviewId, action: 'claim' as const, reviewerId: null };
    await shop.ask(staffCalls.actOnPerformanceReview, { token: leaver.token, body });
    expect((await shop.ask(deleteProfile, { token: leaver.token })).response_status).toBe(200);
    expect((await shop.ask(staffCalls.actOnPerformanceReview, { token: colleague.token, body })).response_status).toBe(
      200,
    );
  });

  test('must have the role, and the review must be delivered', async () => {
    const trader = await openAccount(20);
    const body = { reviewId: await order(trader), version: 0, comment: 'Words.' };
    await shop.server.drain({ handlers: { ...handlers, 'make-performance-review': async () => undefined } });
    const staff = await signInStaff(shop.server, 'reviewer');
    const finance = await signInStaff(shop.server, 'finance');
    const ask = (token: string) => shop.ask(staffCalls.commentOnPerformanceReview, { token, body });
    expect((await ask(staff.token)).response_status).toBe(404);
    expect((await ask(finance.token)).response_status).toBe(403);
    expect((await ask(trader.token)).response_status).toBe(403);
  });
});
