import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { syncRenewal } from '#server/billing/subscriptions/sync-renewal.ts';
import { billingPending } from '#shared/billing/contract.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

async function buy(person: Person, selection: ProductSelection, expectedTotalCents: number) {
  const body = orderForm({ selection, expectedTotalCents });
  const idempotencyKey = crypto.randomUUID();
  const { data } = await shop.ask(calls.createOrder, { body, idempotencyKey, token: person.token });
  await shop.press(data, 'paid');
  await shop.server.drain();
  return data;
}

async function startEvaluation(addOns: ProductSelection['addOns'] = []) {
  const person = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  const kind = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic' } as const;
  const order = await buy(person, { ...kind, addOns, coupon: '' }, 14_900);
  const [account] = await shop.accounts(order);
  if (!account) throw new Error('No account');
  return { person, account };
}

/** Stores the verdict as the engine does, and runs the job that follows. */
async function decide(accountId: string, status: 'passed' | 'active'): Promise<void> {
  const { db } = shop.server.deps;
  const row = await db
    .selectFrom('trading_account')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const state = JSON.stringify({ ...row.state, status });
  await db.updateTable('trading_account').set({ state }).where('id', '=', accountId).execute();
  await syncRenewal(shop.server.deps, accountId);
  await shop.server.drain();
}

async function letTimePass(days: number): Promise<void> {
  await shop.server.clock.advance(days * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
}

const pendingOf = async (person: Person) => (await shop.ask(billingPending, { token: person.token })).data;
const chargesOf = (personId: string) =>
  shop.server.deps.db
    .selectFrom('orders')
    .select(['kind', 'status', 'total_cents'])
    .where('person_id', '=', personId)
    .where('kind', '<>', 'evaluation')
    .orderBy('created_at')
    .execute();
const subjectsTo = async ({ email }: Person) => (await shop.server.mails(email)).map(({ subject }) => subject);

test('passing an evaluation ends its renewal, announces this and charges nothing more', async () => {
  const { person, account } = await startEvaluation();
  await decide(account.id, 'passed');
  expect((await pendingOf(person)).subscriptions).toMatchObject([
    { status: 'ended', renews: false, endReason: 'passed' },
  ]);
  expect(await subjectsTo(person)).toContain('Classic 50K no longer renews');
  await letTimePass(32);
  await letTimePass(32);
  expect(await chargesOf(person.personId)).toEqual([]);
  const { db } = shop.server.deps;
  const after = db.selectFrom('trading_account').select('ended_at').where('id', '=', account.id);
  expect((await after.executeTakeFirstOrThrow()).ended_at).toBeNull();
});

test('a pass reversed by a late event resumes the renewal, charged a week later at the earliest', async () => {
  const { person, account } = await startEvaluation();
  await decide(account.id, 'passed');
  await letTimePass(40);
  const now = shop.server.clock.now().getTime();
  await decide(account.id, 'active');
  const [subscription] = (await pendingOf(person)).subscriptions;
  expect(subscription).toMatchObject({ status: 'active', renews: true, endReason: null });
  expect(subscription?.periodEndsAt).toBe(now + 7 * dayMs);
  expect(await subjectsTo(person)).toContain('Classic 50K renews again');
  expect(await chargesOf(person.personId)).toEqual([]);
  await letTimePass(7);
  expect(await chargesOf(person.personId)).toEqual([
    { kind: 'pending-bill', status: 'fulfilled', total_cents: 14_900 },
  ]);
});

test('a prepaid period is shown as paid, and refunded when the evaluation is passed', async () => {
  const { person, account } = await startEvaluation();
  const before = (await pendingOf(person)).subscriptions[0]?.periodEndsAt ?? 0;
  const selection: ProductSelection = {
    kind: 'renew',
    accountId: account.id,
    packageId: 'classic-50k',
    platform: 'rithmic',
    addOns: [],
    coupon: '',
  };
  const renewal = await buy(person, selection, 14_900);
  const paidUntil = (await pendingOf(person)).subscriptions[0]?.periodEndsAt ?? 0;
  expect(Math.round((paidUntil - before) / dayMs)).toBeGreaterThanOrEqual(28);
  await decide(account.id, 'passed');
  await shop.server.drain();
  expect((await shop.result(renewal)).status).toBe('refunded');
  await letTimePass(64);
  expect((await chargesOf(person.personId)).map(({ status }) => status)).toEqual(['refunded']);
});

test('Premium includes depth data from the first day, and nobody can buy it twice', async () => {
  const person = await shop.signIn();
  const premium: ProductSelection = {
    kind: 'evaluation',
    packageId: 'premium-50k',
    platform: 'rithmic',
    addOns: ['market-data', 'funded-reset'],
    coupon: '',
  };
  const merit: ProductSelection = { ...premium, packageId: 'merit-50k' };
  const quoteItems = async (selection: ProductSelection) =>
    (await shop.ask(calls.quoteOrder, { body: { selection } })).data.lines.map(({ item }) => item);
  expect(await quoteItems(premium)).toEqual(['package', 'funded-reset']);
  expect(await quoteItems(merit)).toEqual(['package', 'market-data']);
  const opened = await buy(person, { ...premium, addOns: [] }, 22_900);
  const [account] = await shop.accounts(opened);
  const simulatedAccount = shop.server.deps.db.selectFrom('simulated_account').select('market_data');
  expect(
    (await simulatedAccount.where('account_id', '=', account?.id ?? '').executeTakeFirstOrThrow()).market_data,
  ).toEqual(['cme-all-depth']);
  await expectDataIncluded(person, 'rithmic', ['cme-all-top', 'cme-all-depth']);
});

const dataSelection = (packageId: string, platform: PlatformName, professional: boolean): ProductSelection => ({
  ...{ kind: packageId === 'cme-top' ? 'market-data-free' : 'market-data', packageId, platform, professional },
  ...{ exchanges: professional ? ['CME'] : [], addOns: [], coupon: '' },
});

/** Neither a quote nor an order for the packages succeeds, and the billing page doesn't offer them. */
async function expectDataIncluded(person: Person, platform: PlatformName, packageIds: readonly string[]) {
  for (const packageId of packageIds) {
    const body = { selection: dataSelection(packageId, platform, false) };
    expect(await shop.ask(calls.quoteOrder, { body, token: person.token })).toMatchObject({
      ...{ response_status: 409, error_code: 'data_included' },
    });
  }
  const { dataOffers } = await pendingOf(person);
  const included = { platform, blockedReason: 'included', isChange: false };
  for (const packageId of packageIds) expect(dataOffers).toContainEqual({ packageId, ...included });
}

test('nobody buys data on a platform where all their accounts include depth, except as a professional', async () => {
  const person = await shop.signIn();
  const evaluation = (packageId: string): ProductSelection => ({
    ...{ kind: 'evaluation', packageId, platform: 'dxfeed', addOns: [], coupon: '' },
  });
  await buy(person, evaluation('premium-50k'), 22_900);
  await expectDataIncluded(person, 'dxfeed', ['cme-top', 'cme-all-top', 'cme-all-depth']);
  const quote = async (selection: ProductSelection) =>
    (await shop.ask(calls.quoteOrder, { body: { selection }, token: person.token })).data?.totalCents;
  expect(await quote(dataSelection('cme-all-top', 'dxfeed', true))).toBe(13_600);
  // The Classic account needs data of its own.
  await buy(person, evaluation('classic-50k'), 14_900);
  expect(await quote(dataSelection('cme-all-top', 'dxfeed', false))).toBe(1_200);
  expect((await pendingOf(person)).dataOffers.filter(({ blockedReason }) => blockedReason === 'included')).toEqual([]);
});

test('a professional’s market data reaches the platform one exchange at a time', async () => {
  const { person, account } = await startEvaluation();
  const selection: ProductSelection = {
    kind: 'market-data',
    packageId: 'cme-all-top',
    platform: 'rithmic',
    professional: true,
    exchanges: ['COMEX', 'CME'],
    addOns: [],
    coupon: '',
  };
  await buy(person, selection, 27_200);
  const simulatedAccount = shop.server.deps.db.selectFrom('simulated_account').select('market_data');
  expect((await simulatedAccount.where('account_id', '=', account.id).executeTakeFirstOrThrow()).market_data).toEqual([
    'cme-professional:CME',
    'cme-professional:COMEX',
  ]);
});

test('deleting a profile ends its subscriptions, and nothing is charged afterward', async () => {
  const { person, account } = await startEvaluation();
  const { db, clock } = shop.server.deps;
  await db.updateTable('session').set({ confirmed_at: clock() }).where('person_id', '=', person.personId).execute();
  expect((await shop.ask(deleteProfile, { token: person.token })).response_status).toBe(200);
  await shop.server.drain();
  const subscriptions = db.selectFrom('subscription').select('status').where('person_id', '=', person.personId);
  expect(await subscriptions.execute()).toEqual([{ status: 'ended' }]);
  const after = db.selectFrom('trading_account').select('end_reason').where('id', '=', account.id);
  expect(await after.executeTakeFirstOrThrow()).toEqual({ end_reason: 'canceled' });
  await letTimePass(32);
  expect(await chargesOf(person.personId)).toEqual([]);
});
