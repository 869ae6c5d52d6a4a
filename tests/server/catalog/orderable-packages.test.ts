import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { billingPending, cancelSubscription } from '#shared/billing/contract.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import type { Exchange } from '#shared/orders/types.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

const common = { platform: 'dxfeed', addOns: [], coupon: '' } as const;
const account = (
  packageId: string,
  addOns: ProductSelection['addOns'] = [],
  platform: PlatformName = 'dxfeed',
): ProductSelection => ({ kind: 'evaluation', ...common, platform, packageId, addOns: [...addOns] });
const data = (packageId: string, exchanges: Exchange[] = []): ProductSelection => ({
  ...{ kind: packageId === 'cme-top' ? 'market-data-free' : 'market-data', ...common, addOns: [], packageId },
  ...{ professional: exchanges.length > 0, exchanges },
});
const thor = (packageId: string): ProductSelection => ({ kind: 'thor', ...common, addOns: [], packageId });

const quote = (selection: ProductSelection, token?: string) =>
  shop.ask(calls.quoteOrder, { body: { selection }, ...(token !== undefined && { token }) });

/** Orders at the quoted price and pays. */
async function buy(person: Person, selection: ProductSelection, change: Parameters<typeof orderForm>[0] = {}) {
  const opened = await order(person, selection, change);
  return pay(opened);
}

async function order(person: Person, selection: ProductSelection, change: Parameters<typeof orderForm>[0] = {}) {
  const { data: quoted } = await quote(selection, person.token);
  const body = orderForm({ selection, expectedTotalCents: quoted.totalCents, ...change });
  const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: person.token });
  expect(answer).toMatchObject({ response_status: 200 });
  return answer.data;
}

async function pay(opened: Awaited<ReturnType<typeof order>>) {
  if ((await shop.result(opened)).status === 'awaiting-payment') await shop.press(opened, 'paid');
  await shop.server.drain();
  return shop.result(opened);
}

const offers: Readonly<Record<string, ProductSelection>> = {
  top: data('cme-top'),
  all: data('cme-all-top'),
  depth: data('cme-all-depth'),
  'pro CME': data('cme-professional', ['CME']),
  'pro NYMEX': data('cme-professional', ['NYMEX']),
  'pro CME+NYMEX': data('cme-professional', ['CME', 'NYMEX']),
  thor3: thor('thor-monthly'),
  thor10: thor('thor-plus'),
  thor25: thor('thor-yearly'),
};

const nothing = 'data_no_account';
const freeData = { top: 'ok', all: 'ok', depth: 'ok', 'pro CME': 'ok', 'pro NYMEX': 'ok', 'pro CME+NYMEX': 'ok' };
const freeThor = { thor3: 'ok', thor10: 'ok', thor25: 'ok' };
const classic = account('classic-50k');

/** Worked out by hand: what someone with these purchases can order, and which of them that ends. */
const table: readonly { owned: readonly ProductSelection[]; title: string; expected: Record<string, string> }[] = [
  {
    title: 'nothing',
    owned: [],
    expected: {
      ...{ top: nothing, all: nothing, depth: nothing, 'pro CME': nothing, 'pro NYMEX': nothing },
      ...{ 'pro CME+NYMEX': nothing, ...freeThor },
    },
  },
  { title: 'an account', owned: [classic], expected: { ...freeData, ...freeThor } },
  {
    title: 'an account on the other platform',
    owned: [account('classic-50k', [], 'rithmic')],
    expected: {
      ...{ top: nothing, all: nothing, depth: nothing, 'pro CME': nothing, 'pro NYMEX': nothing },
      ...{ 'pro CME+NYMEX': nothing, ...freeThor },
    },
  },
  {
    title: 'an account with the data add-on',
    owned: [account('classic-50k', ['market-data'])],
    expected: { ...freeData, ...freeThor, top: 'data_included', all: 'data_included' },
  },
  {
    title: 'a Premium account',
    owned: [account('premium-50k')],
    expected: { ...freeData, ...freeThor, top: 'data_included', all: 'data_included', depth: 'data_included' },
  },
  {
    title: 'a Premium and a Classic account',
    owned: [account('premium-50k'), classic],
    expected: { ...freeData, ...freeThor },
  },
  {
    title: 'free data',
    owned: [classic, data('cme-top')],
    expected: {
      ...{ top: 'data_running', all: 'ends top', depth: 'ends top', 'pro CME': 'ends top', 'pro NYMEX': 'ends top' },
      ...{ 'pro CME+NYMEX': 'ends top', ...freeThor },
    },
  },
  {
    title: 'top of book of all exchanges',
    owned: [classic, data('cme-all-top')],
    expected: {
      ...{ top: 'data_contained', all: 'data_running', depth: 'ends all', 'pro CME': 'ends all' },
      ...{ 'pro NYMEX': 'ends all', 'pro CME+NYMEX': 'ends all', ...freeThor },
    },
  },
  {
    title: 'depth',
    owned: [classic, data('cme-all-depth')],
    expected: {
      ...{ top: 'data_contained', all: 'data_contained', depth: 'data_running', 'pro CME': 'ends depth' },
      ...{ 'pro NYMEX': 'ends depth', 'pro CME+NYMEX': 'ends depth', ...freeThor },
    },
  },
  {
    title: 'a professional’s data from one exchange',
    owned: [classic, data('cme-professional', ['CME'])],
    expected: {
      ...{ top: 'ends pro CME', all: 'ends pro CME', depth: 'ends pro CME', 'pro CME': 'data_running' },
      ...{ 'pro NYMEX': 'ok', 'pro CME+NYMEX': 'data_running', ...freeThor },
    },
  },
  {
    title: 'Thor for 3 followers',
    owned: [classic, thor('thor-monthly')],
    expected: { ...freeData, thor3: 'thor_running', thor10: 'ends thor3', thor25: 'ends thor3' },
  },
  {
    title: 'Thor for 10 followers',
    owned: [thor('thor-plus'), classic],
    expected: { ...freeData, thor3: 'thor_contained', thor10: 'thor_running', thor25: 'ends thor10' },
  },
  {
    title: 'Thor for 25 followers',
    owned: [classic, thor('thor-yearly')],
    expected: { ...freeData, thor3: 'thor_contained', thor10: 'thor_contained', thor25: 'thor_running' },
  },
];

/** What each offer's quote says: ok, what it ends, or why it is refused. */
async function quoteAll(person: Person): Promise<Record<string, string>> {
  const names = new Map<string, string>();
  for (const [name, selection] of Object.entries(offers)) {
    const { packageId } = selection;
    const row = await shop.server.deps.db
      .selectFrom('orders')
      .select('name')
      .where('person_id', '=', person.personId)
      .where('package_id', '=', packageId)
      .executeTakeFirst();
    if (row && !names.has(row.name)) names.set(row.name, name);
  }
  const found: Record<string, string> = {};
  for (const [name, selection] of Object.entries(offers)) {
    const answer = await quote(selection, person.token);
    const ends = answer.response_status === 200 ? answer.data.ends.map((each) => names.get(each.name)) : [];
    found[name] =
      answer.response_status === 200
        ? ends.length === 0
          ? 'ok'
          : `ends ${ends.join(', ')}`
        : (answer.error_code ?? '');
  }
  return found;
}

describe('every package of data and Thor, for people who have …', () => {
  test.each(table)('$title', async ({ owned, expected }) => {
    const person = await shop.signIn();
    for (const selection of owned) expect((await buy(person, selection)).status).toBe('fulfilled');
    expect(await quoteAll(person)).toEqual(expected);
    const { dataOffers } = (await shop.ask(billingPending, { token: person.token })).data;
    const shown = dataOffers.filter(({ platform }) => platform === 'dxfeed');
    const screen = shown.map(({ blockedReason, isChange }) => {
      if (blockedReason !== null) return `data_${blockedReason.replace('-', '_')}`;
      return isChange ? 'ends' : 'ok';
    });
    const server = ['top', 'all', 'depth'].map((name) => expected[name]?.replace(/ends .*/, 'ends'));
    expect(screen).toEqual(server);
  });
});

test('a guest who orders Thor a second time gets the money back, because it would add nothing', async () => {
  const person = await shop.signIn();
  await buy(person, thor('thor-plus'));
  const { email } = await shop.server.deps.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', person.personId)
    .executeTakeFirstOrThrow();
  const body = orderForm({ selection: thor('thor-monthly'), expectedTotalCents: 2_900, email });
  const { data: opened } = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID() });
  await pay(opened);
  expect(await shop.result(opened)).toMatchObject({ status: 'refunded', refundedCents: 2_900 });
  const running = (await shop.ask(billingPending, { token: person.token })).data.subscriptions;
  expect(running.map(({ packageId, status, renews }) => [packageId, status, renews])).toEqual([
    ['thor-plus', 'active', true],
  ]);
});

test('of the same package paid in two tabs, one is delivered and the other refunded', async () => {
  const person = await shop.signIn();
  await buy(person, classic);
  for (const selection of [thor('thor-monthly'), data('cme-all-top')]) {
    const tabs = [
      await order(person, selection, { browserSessionId: randomUUID() }),
      await order(person, selection, { browserSessionId: randomUUID(), again: 1, last_name: 'Second' }),
    ];
    await Promise.all(tabs.map((tab) => shop.press(tab, 'paid')));
    await shop.server.drain();
    const statuses = await Promise.all(tabs.map(async (tab) => (await shop.result(tab)).status));
    expect(statuses.sort()).toEqual(['fulfilled', 'refunded']);
  }
});

test('an order that is paid and waits for its start counts as running', async () => {
  const person = await shop.signIn();
  await buy(person, classic);
  for (const selection of [thor('thor-monthly'), data('cme-all-top')]) {
    expect((await buy(person, selection, { startNow: 0, country: 'FR' })).status).toBe('paid');
  }
  expect((await quote(thor('thor-monthly'), person.token)).error_code).toBe('thor_running');
  expect((await quote(data('cme-top'), person.token)).error_code).toBe('data_contained');
  const trial: ProductSelection = { kind: 'trial', ...common, addOns: [], packageId: 'trial-classic-50k' };
  expect((await buy(person, trial, { startNow: 0, country: 'FR' })).status).toBe('paid');
  expect((await quote(trial, person.token)).error_code).toBe('order_pending');
});

test('a change stops the smaller package’s renewal, and only the larger one is charged again', async () => {
  const person = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  await buy(person, account('ascension-50k'));
  await buy(person, data('cme-all-top'));
  await shop.server.clock.advance(10 * dayMs);
  await buy(person, data('cme-all-depth'));
  const subscriptions = async () =>
    (await shop.ask(billingPending, { token: person.token })).data.subscriptions.map(
      ({ packageId, status, renews }) => `${packageId} ${status} ${renews ? 'renews' : 'ends'}`,
    );
  expect(await subscriptions()).toEqual(['cme-all-depth active renews', 'cme-all-top active ends']);
  const subjects = (await shop.server.mails(person.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.endsWith('no longer renews'))).toHaveLength(1);
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect(await subscriptions()).toEqual(['cme-all-depth active renews', 'cme-all-top ended ends']);
  const charges = await shop.server.deps.db
    .selectFrom('bill')
    .select(['amount_cents', 'status'])
    .where('person_id', '=', person.personId)
    .execute();
  expect(charges).toEqual([{ amount_cents: 3_700, status: 'paid' }]);
});

test('a canceled package blocks the same one until it has ended', async () => {
  const person = await shop.signIn();
  await buy(person, thor('thor-monthly'));
  const pending = await shop.ask(billingPending, { token: person.token });
  const subscriptionId = pending.data.subscriptions[0]?.id ?? '';
  await shop.ask(cancelSubscription, { token: person.token, body: { subscriptionId } });
  expect((await quote(thor('thor-monthly'), person.token)).error_code).toBe('thor_running');
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect((await quote(thor('thor-monthly'), person.token)).response_status).toBe(200);
});

test('the data add-on isn’t sold to someone whose data already covers it, and a guest gets it back', async () => {
  const person = await shop.signIn();
  await buy(person, classic);
  await buy(person, data('cme-all-depth'));
  const second = account('merit-50k', ['market-data']);
  expect((await quote(second, person.token)).error_code).toBe('add_on_included');
  expect((await quote(account('merit-50k', ['market-data'], 'rithmic'), person.token)).data.totalCents).toBe(55_400);
  const { email } = await shop.server.deps.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', person.personId)
    .executeTakeFirstOrThrow();
  const body = orderForm({ selection: second, expectedTotalCents: 55_400, email });
  const { data: opened } = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID() });
  await pay(opened);
  expect(await shop.result(opened)).toMatchObject({ status: 'fulfilled', refundedCents: 500 });
});
