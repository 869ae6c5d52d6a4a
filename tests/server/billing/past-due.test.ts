import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { billingPending } from '#shared/billing/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

async function buy(
  person: Person,
  selection: ProductSelection,
  expectedTotalCents: number,
  renewals: 'pay' | 'decline',
) {
  const body = orderForm({ selection, expectedTotalCents });
  const { data } = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: person.token });
  const form = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals });
  if (expectedTotalCents > 0) {
    await shop.server.app.request(new URL(data.paymentUrl).pathname, { method: 'POST', body: form });
  }
  await shop.server.drain();
  return data;
}

async function letTimePass(days: number): Promise<void> {
  await shop.server.clock.advance(days * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
}

const evaluation: ProductSelection = {
  kind: 'evaluation',
  packageId: 'classic-50k',
  platform: 'dxfeed',
  addOns: ['market-data'],
  coupon: '',
};
const data: ProductSelection = {
  kind: 'market-data',
  packageId: 'cme-all-top',
  platform: 'dxfeed',
  professional: false,
  exchanges: [],
  addOns: [],
  coupon: '',
};

const thor: ProductSelection = {
  kind: 'thor',
  packageId: 'thor-monthly',
  platform: 'dxfeed',
  addOns: [],
  coupon: '',
};

/** The platform's own record of an account. */
async function readSimulatedAccount(accountId: string) {
  const book = shop.server.deps.db.selectFrom('simulated_account').select(['suspended', 'market_data']);
  return book.where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

async function stageOf(person: Person): Promise<string | undefined> {
  return (await shop.ask(accountData, { token: person.token })).data.accounts[0]?.stage;
}

test('an account with an unpaid renewal can’t trade until it is paid, and each change is emailed once', async () => {
  const person = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  const opened = await buy(person, evaluation, 15_400, 'decline');
  const [account] = await shop.accounts(opened);
  const accountId = account?.id ?? '';
  expect(await readSimulatedAccount(accountId)).toEqual({ suspended: false, market_data: ['market-data'] });
  await letTimePass(32);
  expect(await readSimulatedAccount(accountId)).toMatchObject({ suspended: true });
  expect(await stageOf(person)).toBe('suspended');
  const reset: ProductSelection = {
    kind: 'reset',
    accountId,
    packageId: 'classic-50k',
    platform: 'dxfeed',
    addOns: [],
    coupon: '',
  };
  const refused = await shop.ask(calls.quoteOrder, { body: { selection: reset }, token: person.token });
  expect([refused.response_status, refused.response_message]).toEqual([409, expect.stringContaining('suspended')]);
  await shop.server.clock.advance(2_000);
  expect(await tickTraders(shop.server.deps)).toBe(0);

  const pending = await shop.ask(billingPending, { token: person.token });
  const { retries = [], nextAttemptAt } = pending.data.bills[0] ?? {};
  expect([retries.length, retries[0], retries[2]]).toEqual([3, nextAttemptAt, (nextAttemptAt ?? 0) + 6 * dayMs]);
  expect(pending.data.subscriptions[0]?.cardChangeCents).toBe(14_900);
  const billId = pending.data.bills[0]?.id ?? '';
  const bill: ProductSelection = { kind: 'pending-bill', billId, packageId: 'classic-50k', addOns: [], coupon: '' };
  await buy(person, bill, 14_900, 'pay');
  // The add-on covered only the first month.
  expect(await readSimulatedAccount(accountId)).toEqual({ suspended: false, market_data: [] });
  expect(await stageOf(person)).toBe('evaluation');
  const subjects = (await shop.server.mails(person.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Classic 50K: suspended')).toHaveLength(1);
  expect(subjects.filter((subject) => subject === 'Classic 50K: active again')).toHaveLength(1);
});

test('market data reaches all accounts on its platform and stops while its renewal is unpaid', async () => {
  const person = await shop.signIn();
  const opened = await buy(person, { ...evaluation, addOns: [] }, 14_900, 'pay');
  await buy(person, data, 1_200, 'decline');
  const onRithmic = await buy(person, { ...evaluation, platform: 'rithmic', addOns: [] }, 14_900, 'pay');
  const [dxfeedId, rithmicId] = [await shop.accounts(opened), await shop.accounts(onRithmic)].map(
    ([row]) => row?.id ?? '',
  );
  const readMarketData = async () =>
    [await readSimulatedAccount(dxfeedId ?? ''), await readSimulatedAccount(rithmicId ?? '')].map(
      (book) => book.market_data,
    );
  expect(await readMarketData()).toEqual([['cme-all-top'], []]);
  await letTimePass(32);
  expect(await readMarketData()).toEqual([[], []]);
  expect((await readSimulatedAccount(dxfeedId ?? '')).suspended).toBe(false);
});

test('the mails about a declined renewal say what stops until it is paid, and what a new order brings', async () => {
  const stopped = async (selection: ProductSelection, totalCents: number) => {
    const person = await shop.signIn();
    await buy(person, { ...evaluation, packageId: 'ascension-50k', addOns: [] }, 24_900, 'pay');
    await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
    await buy(person, selection, totalCents, 'decline');
    for (const days of [32, 1.01, 2.01, 4.01]) await letTimePass(days);
    const mails = await shop.server.mails(person.email);
    return ['was declined', 'has ended'].map((end) => mails.findLast(({ subject }) => subject.endsWith(end))?.text);
  };
  const [ofEvaluation, lastOfEvaluation] = await stopped({ ...evaluation, addOns: [] }, 14_900);
  const days = [...(ofEvaluation ?? '').matchAll(/ttempt: (.+ 2026)/g)].map(([, day = '']) => Date.parse(day) / dayMs);
  expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 2, 6]);
  expect(ofEvaluation).toMatch(/Last attempt: (.+ 2026)\s[\s\S]*If the attempt on \1 is declined too/);
  expect(ofEvaluation).toContain('Until it’s paid, the account is suspended.');
  expect(ofEvaluation).not.toContain('market data');
  expect(lastOfEvaluation).toContain('order a new account with another card. It starts from the beginning.');
  const [ofData, lastOfData] = await stopped(data, 1_200);
  expect(ofData).toContain('Until it’s paid, this market data is off.');
  expect(ofData).not.toContain('suspended');
  expect(lastOfData).toContain('To go on, order it again with another card.');
  const [ofThor, lastOfThor] = await stopped(thor, 2_900);
  expect(ofThor).toContain('Until it’s paid, Thor copies exits but no entries under this package.');
  expect(ofThor).not.toContain('suspended');
  expect(lastOfThor).toContain('To go on, order it again with another card.');
});

test('an access change whose job was lost reaches the platform by reconciliation', async () => {
  const person = await shop.signIn();
  const opened = await buy(person, { ...evaluation, addOns: [] }, 14_900, 'pay');
  const accountId = (await shop.accounts(opened))[0]?.id ?? '';
  const { deps } = shop.server;
  const hold = { account_id: accountId, source: 'subscription:lost', reason: 'past-due', since: deps.clock() } as const;
  await deps.db.insertInto('account_suspension').values(hold).execute();
  await reconcileAccess(deps);
  await shop.server.drain();
  expect((await readSimulatedAccount(accountId)).suspended).toBe(true);
  await deps.db.deleteFrom('account_suspension').where('source', '=', hold.source).execute();
  await reconcileAccess(deps);
  await shop.server.drain();
  expect((await readSimulatedAccount(accountId)).suspended).toBe(false);
});

test('a platform that is down gets the newest state later', async () => {
  const person = await shop.signIn();
  const { platform } = shop.server.deps;
  vi.spyOn(platform, 'setAccess').mockRejectedValueOnce(new Error('the platform is down'));
  const body = orderForm({ selection: evaluation, expectedTotalCents: 15_400 });
  const { data: opened } = await shop.ask(calls.createOrder, {
    body,
    idempotencyKey: randomUUID(),
    token: person.token,
  });
  await shop.press(opened, 'paid');
  expect(await shop.server.drain({ allowFailures: true })).toHaveLength(1);
  const [account] = await shop.accounts(opened);
  expect((await readSimulatedAccount(account?.id ?? '')).market_data).toEqual([]);
  await shop.server.clock.advance(60_000);
  await shop.server.drain();
  expect((await readSimulatedAccount(account?.id ?? '')).market_data).toEqual(['market-data']);
});
