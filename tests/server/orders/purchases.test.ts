import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { AccountStatus } from '#shared/accounts/model.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { type PlatformName, platforms } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { getProjectCatalog } from '../support/app.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

let shop: Shop;

beforeAll(async () => {
  const catalog = getProjectCatalog();
  const { packages } = catalog;
  const marketData = packages.marketData.map((offer) => ({ ...offer, platforms: [...platforms] }));
  // A firm that sells accounts on every platform.
  shop = await startShop({
    catalog: { ...catalog, packages: { ...packages, rulesVersion: 'v1', platforms: [...platforms], marketData } },
  });
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;
const extras = { addOns: [], coupon: '' };
const allExchanges = { exchanges: [] };

/** Orders, pays and runs all jobs; as a guest if no person is given. */
async function buy(selection: ProductSelection, person: Person | null, change: object = {}) {
  const withToken = person ? { token: person.token } : {};
  const quote = await shop.ask(calls.quoteOrder, { body: { selection }, ...withToken });
  expect(quote.response_status, quote.response_message).toBe(200);
  const form = orderForm({ selection, expectedTotalCents: quote.data.totalCents, ...change });
  const answer = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID(), ...withToken });
  expect(answer.response_status, answer.response_message).toBe(200);
  if (quote.data.totalCents > 0) await shop.press(answer.data, 'paid');
  await shop.server.drain();
  return { ...answer.data, email: form.email, quote: quote.data };
}

async function quoteFailure(selection: ProductSelection, person: Person | null): Promise<[number, string]> {
  const answer = await shop.ask(calls.quoteOrder, { body: { selection }, ...(person ? { token: person.token } : {}) });
  return [answer.response_status, answer.response_message];
}

async function buyEvaluation(
  person: Person,
  packageId: string,
  platform: PlatformName,
  addOns: ProductSelection['addOns'] = [],
) {
  const opened = await buy({ kind: 'evaluation', packageId, platform, ...extras, addOns }, person);
  const [row] = await shop.accounts(opened);
  if (!row) throw new Error('No account');
  return row;
}

async function setStatus(accountId: string, status: AccountStatus): Promise<void> {
  const { db } = shop.server.deps;
  const rows = db.selectFrom('trading_account').select('state').where('id', '=', accountId);
  const { state } = await rows.executeTakeFirstOrThrow();
  const next = JSON.stringify({ ...state, status });
  await db.updateTable('trading_account').set({ state: next }).where('id', '=', accountId).execute();
}

const subscriptions = (personId: string) =>
  shop.server.deps.db.selectFrom('subscription').selectAll().where('person_id', '=', personId).execute();

describe.each(platforms)('on %s', (platform) => {
  test('a monthly evaluation starts a subscription and opens an account', async () => {
    const person = await shop.signIn();
    const row = await buyEvaluation(person, 'classic-50k', platform);
    expect(row.platform).toBe(platform);
    const [subscription] = await subscriptions(person.personId);
    const now = shop.server.clock.now();
    expect(subscription).toMatchObject({ account_id: row.id, amount_cents: 14_900, renews: true, status: 'active' });
    expect(subscription?.period_ends_at.getUTCMonth()).toBe((now.getUTCMonth() + 1) % 12);
    expect(subscription?.payment_method).toMatch(/^pay_/);
  });

  test('a trial opens an account for its days, and a guest can’t get a second one with an alias of the address', async () => {
    const selection: ProductSelection = { kind: 'trial', packageId: 'trial-classic-50k', platform, ...extras };
    const name = `ada-${randomUUID()}`;
    const opened = await buy(selection, null, { email: `${name}@example.com` });
    expect(opened.quote).toMatchObject({ totalCents: 1_900, renewal: null });
    expect((await shop.result(opened)).status).toBe('fulfilled');
    expect(await shop.accounts(opened)).toHaveLength(1);
    const form = orderForm({ selection, expectedTotalCents: 1_900, email: `${name}+two@example.com` });
    const second = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID() });
    expect([second.response_status, second.response_message]).toEqual([
      409,
      expect.stringContaining('Each person gets one'),
    ]);
  });

  test('two trials paid at the same moment end in one trial and one refund', async () => {
    const email = `race-${randomUUID()}@example.com`;
    const selection: ProductSelection = { kind: 'trial', packageId: 'trial-classic-50k', platform, ...extras };
    const form = () => orderForm({ selection, expectedTotalCents: 1_900, email });
    const both = [await shop.order(form()), await shop.order(form())];
    await Promise.all(both.map((opened) => shop.press(opened, 'paid')));
    await Promise.all([shop.server.drain(), shop.server.drain()]);
    await shop.server.drain();
    const states = await Promise.all(both.map(async (opened) => (await shop.result(opened)).status));
    expect(states.sort()).toEqual(['fulfilled', 'refunded']);
    const accounts = await Promise.all(both.map((opened) => shop.accounts(opened)));
    expect(accounts.flat()).toHaveLength(1);
  });

  test('Thor starts its subscription and registers a guest as a person', async () => {
    const opened = await buy({ kind: 'thor', packageId: 'thor-yearly', platform, ...extras }, null);
    expect(opened.quote).toMatchObject({ name: 'Thor, 25 followers', totalCents: 49_900 });
    const result = await shop.result(opened);
    expect(result).toMatchObject({ status: 'fulfilled', kind: 'thor', passwordWanted: true });
    expect((await shop.server.mails(opened.email)).map(({ subject }) => subject).sort()).toEqual([
      'Choose your password',
      'Your receipt: Thor, 25 followers',
    ]);
  });

  test('a reset restarts a breached account and keeps its billing period', async () => {
    const person = await shop.signIn();
    const row = await buyEvaluation(person, 'classic-50k', platform);
    const [before] = await subscriptions(person.personId);
    await setStatus(row.id, 'breached');
    const selection: ProductSelection = {
      kind: 'reset',
      accountId: row.id,
      packageId: 'classic-50k',
      platform,
      ...extras,
    };
    const opened = await buy(selection, person);
    expect(opened.quote).toMatchObject({ totalCents: 7_900, account: { status: 'breached' } });
    expect((await shop.result(opened)).status).toBe('fulfilled');
    const { db } = shop.server.deps;
    const after = db.selectFrom('trading_account').select('state').where('id', '=', row.id);
    expect((await after.executeTakeFirstOrThrow()).state).toMatchObject({ status: 'active', balanceCents: 5_000_000 });
    expect((await subscriptions(person.personId))[0]?.period_ends_at).toEqual(before?.period_ends_at);
    const other = await shop.signIn();
    expect((await quoteFailure(selection, other))[0]).toBe(404);
    expect((await quoteFailure(selection, null))[0]).toBe(401);
    await setStatus(row.id, 'passed');
    expect(await quoteFailure(selection, person)).toEqual([
      409,
      'This account has passed, so there is nothing to reset.',
    ]);
  });

  test('of two resets paid at once, the second finds nothing to reset and is refunded', async () => {
    const person = await shop.signIn();
    const { id: accountId } = await buyEvaluation(person, 'classic-50k', platform);
    const reset: ProductSelection = { kind: 'reset', accountId, packageId: 'classic-50k', platform, ...extras };
    const nothing = 'This account hasn’t traded since it started, so there is nothing to reset.';
    expect(await quoteFailure(reset, person)).toEqual([409, nothing]);
    await play(shop.server, accountId, trade(shop.server.clock.now().getTime() - hourMs, -4));
    const place = async () => {
      const body = orderForm({ selection: reset, expectedTotalCents: 7_900, again: 1 });
      return (await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: person.token })).data;
    };
    const [first, second] = [await place(), await place()];
    await shop.press(first, 'paid');
    await shop.press(second, 'paid');
    await shop.server.drain();
    const statuses = [(await shop.result(first)).status, (await shop.result(second)).status];
    expect(statuses.sort()).toEqual(['fulfilled', 'refunded']);
    expect(await quoteFailure(reset, person)).toEqual([409, nothing]);
  });

  test('a renewal pays the next period once', async () => {
    const person = await shop.signIn();
    const row = await buyEvaluation(person, 'premium-50k', platform);
    const selection: ProductSelection = {
      kind: 'renew',
      accountId: row.id,
      packageId: 'premium-50k',
      platform,
      ...extras,
    };
    const opened = await buy(selection, person);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    const { db } = shop.server.deps;
    const bills = await db.selectFrom('bill').selectAll().where('person_id', '=', person.personId).execute();
    expect(bills).toMatchObject([{ status: 'paid', order_id: opened.orderId }]);
    expect(await quoteFailure(selection, person)).toEqual([409, 'The next period is already paid.']);
  });

  test('market data is priced by the declared status, and a professional never pays by accident', async () => {
    const person = await shop.signIn();
    await buy({ kind: 'evaluation', packageId: 'merit-50k', platform, ...extras }, person);
    const selection = (professional: boolean | null): ProductSelection => ({
      kind: 'market-data',
      packageId: 'cme-all-top',
      platform,
      professional,
      exchanges: professional ? ['CME', 'COMEX'] : [],
      ...extras,
    });
    const undeclared = orderForm({ selection: selection(null), expectedTotalCents: 1_200 });
    const options = { body: undeclared, idempotencyKey: randomUUID(), token: person.token };
    expect((await shop.ask(calls.createOrder, options)).validation_errors).toHaveProperty('professional');
    const professional = { body: { selection: selection(true) }, token: person.token };
    expect((await shop.ask(calls.quoteOrder, professional)).data).toMatchObject({
      name: 'Professional market data: CME, COMEX',
      packageId: 'cme-professional',
      totalCents: 27_200,
      renewal: { amountCents: 27_200 },
    });
    const french = await shop.ask(calls.quoteOrder, { ...professional, locale: 'fr' });
    expect(french.data.name).toMatch(/\S\u00a0: CME, COMEX$/);
    const noExchanges = { body: { selection: { ...selection(true), exchanges: [] } }, token: person.token };
    expect((await shop.ask(calls.quoteOrder, noExchanges)).validation_errors).toHaveProperty('exchanges');
    const opened = await buy(selection(false), person);
    expect(opened.quote.totalCents).toBe(1_200);
    expect(await shop.row(opened)).toMatchObject({ status: 'fulfilled', details: { professional: false } });
    expect(await quoteFailure(selection(false), person)).toEqual([409, 'You already have this market data.']);
  });

  test('a funded account follows a passed evaluation once, with the reset bought with the evaluation', async () => {
    const person = await shop.signIn();
    const row = await buyEvaluation(person, 'classic-50k', platform, ['funded-reset']);
    const selection: ProductSelection = {
      kind: 'funded-activation',
      accountId: row.id,
      packageId: 'classic-50k',
      platformUser: row.platform_user,
      platform,
      addOns: ['funded-reset'],
      coupon: '',
    };
    expect((await quoteFailure(selection, person))[0]).toBe(409);
    await setStatus(row.id, 'passed');
    const opened = await buy(selection, person);
    expect(opened.quote.lines).toEqual([{ item: 'package', amountCents: 12_900 }]);
    const [funded] = await shop.accounts(opened);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    expect((await quoteFailure(selection, person))[0]).toBe(409);
    const accountId = funded?.id ?? '';
    const reset: ProductSelection = { kind: 'reset', accountId, packageId: 'classic-50k', platform, ...extras };
    const nothing = 'This account hasn’t traded since it started, so there is nothing to reset.';
    expect(await quoteFailure(reset, person)).toEqual([409, nothing]);
    await play(shop.server, accountId, trade(shop.server.clock.now().getTime() - hourMs, 4));
    const free = await buy(reset, person);
    expect(free.quote.totalCents).toBe(0);
    expect((await shop.result(free)).status).toBe('fulfilled');
    expect((await quoteFailure(reset, person))[0]).toBe(409);
  });

  test('each order of a performance review requests it once', async () => {
    const person = await shop.signIn();
    const row = await buyEvaluation(person, 'ascension-50k', platform);
    const review: ProductSelection = {
      kind: 'performance-review',
      packageId: 'performance-review',
      accountId: row.id,
      ...extras,
    };
    expect((await quoteFailure(review, person))[0]).toBe(409);
    await play(shop.server, row.id, trade(shop.server.clock.now().getTime() - hourMs, 4));
    const opened = await buy(review, person);
    const { db } = shop.server.deps;
    const reviews = await db
      .selectFrom('performance_review')
      .selectAll()
      .where('order_id', '=', opened.orderId)
      .execute();
    expect(reviews).toMatchObject([{ account_id: row.id }]);
    expect((await shop.result(opened)).status).toBe('fulfilled');
  });
});

test('free data costs nothing, needs no payment and is not for professionals', async () => {
  const person = await shop.signIn();
  await buy({ kind: 'evaluation', packageId: 'merit-50k', platform: 'dxfeed', ...extras }, person);
  const free = {
    kind: 'market-data-free',
    packageId: 'cme-top',
    platform: 'dxfeed',
    ...extras,
    ...allExchanges,
  } as const;
  expect((await quoteFailure({ ...free, professional: true }, person))[0]).toBe(422);
  const opened = await buy({ ...free, professional: false }, person);
  expect(opened.paymentUrl).toContain('/dxfeed/checkout-market/order/cme-top/');
  expect((await shop.result(opened)).status).toBe('fulfilled');
  const { data } = await shop.ask(myOrders, { token: person.token });
  expect(data.orders.find(({ kind }) => kind === free.kind)).toMatchObject({ totalCents: 0, documents: [] });
});

test('a repeat order must be confirmed while the other can be paid, and several tabs at once make one order', async () => {
  const person = await shop.signIn();
  const form = orderForm();
  const send = (again: 0 | 1) =>
    shop.ask(calls.createOrder, { body: { ...form, again }, idempotencyKey: randomUUID(), token: person.token });
  const tabs = await Promise.all([send(0), send(0), send(0)]);
  expect(tabs.map((tab) => tab.response_status).sort()).toEqual([200, 409, 409]);
  const first = tabs.find((tab) => tab.response_status === 200)?.data;
  expect((await send(0)).data).toMatchObject({ earlier: { orderId: first?.orderId } });
  expect((await send(1)).response_status).toBe(200);
  await shop.server.clock.advance(119 * 60_000);
  expect((await send(0)).response_status).toBe(409);
  await shop.server.clock.advance(60_000);
  expect((await send(0)).response_status).toBe(200);
});

test('a buyer who keeps the right to cancel gets the account once that right ends', async () => {
  const form = orderForm({ startNow: 0 });
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const result = await shop.result(opened);
  expect(result.status).toBe('paid');
  // The end of a French buyer's fourteenth day, or of the Monday after it if that is on a weekend.
  const waitMs = (result.beginsAt ?? 0) - (result.paidAt ?? 0);
  expect(waitMs).toBeGreaterThan(14 * dayMs);
  expect(waitMs).toBeLessThanOrEqual(17 * dayMs);
  await shop.server.clock.advance(waitMs + 60_000);
  await shop.server.drain();
  expect((await shop.result(opened)).status).toBe('fulfilled');

  const elsewhere = await shop.order(orderForm({ startNow: 0, country: 'US' }));
  await shop.press(elsewhere, 'paid');
  await shop.server.drain();
  expect((await shop.result(elsewhere)).status).toBe('fulfilled');
});

test('an activation that waits for the end of the right to cancel isn’t offered again', async () => {
  const person = await shop.signIn();
  const row = await buyEvaluation(person, 'classic-50k', 'rithmic');
  await setStatus(row.id, 'passed');
  const selection: ProductSelection = {
    ...{ kind: 'funded-activation', accountId: row.id, packageId: 'classic-50k', platform: 'rithmic', ...extras },
    platformUser: row.platform_user,
  };
  const opened = await buy(selection, person, { startNow: 0 });
  const { status, beginsAt, paidAt } = await shop.result(opened);
  expect(status).toBe('paid');
  const underway = 'The activation of this account is already paid. Your funded account opens by itself.';
  expect(await quoteFailure(selection, person)).toEqual([409, underway]);
  const { data } = await shop.ask(accountDetails, { query: { accountId: row.id }, token: person.token });
  expect(data.actions).toContainEqual({ action: 'activate', blockedReason: 'activating' });
  await shop.server.clock.advance((beginsAt ?? 0) - (paidAt ?? 0) + 60_000);
  await shop.server.drain();
  expect((await shop.result(opened)).status).toBe('fulfilled');
});
