import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { checkInactivity } from '#server/accounts/lifecycle/check-inactivity.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { billingPending, cancelSubscription } from '#shared/billing/contract.ts';
import * as orders from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { lose, play, trade } from '../support/trading.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

const utc = (text: string) => Date.parse(`${text}Z`);
const evaluation: ProductSelection = {
  ...{ kind: 'evaluation', packageId: 'classic-50k', platform: 'dxfeed', addOns: [], coupon: '' },
};
const data: ProductSelection = {
  ...{ kind: 'market-data', packageId: 'cme-all-top', platform: 'dxfeed', addOns: [], coupon: '' },
  professional: false,
  exchanges: [],
};

async function signIn(): Promise<Person> {
  const person = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  return person;
}

/** Buys with a card that pays renewals. @returns the id of the account, or '' if none was bought. */
async function buy({ token }: Person, selection: ProductSelection, expectedTotalCents: number): Promise<string> {
  const body = orderForm({ selection, expectedTotalCents });
  const { data: opened } = await shop.ask(orders.createOrder, { body, idempotencyKey: randomUUID(), token });
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  const [account] = await shop.accounts(opened);
  return account?.id ?? '';
}

async function moveTo(...moments: readonly string[]): Promise<void> {
  for (const moment of moments) {
    await shop.server.clock.advance(utc(moment) - shop.server.clock.now().getTime());
    for (const run of [runRenewals, checkInactivity, runRenewals]) {
      await run(shop.server.deps);
      await shop.server.drain();
    }
  }
}

function reader({ email, token }: Person) {
  const subjects = async () => (await shop.server.mails(email)).map(({ subject }) => subject);
  return {
    subjects,
    receipts: async () => (await subjects()).filter((subject) => subject.startsWith('Your receipt')).length,
    textOf: async (subject: string) => (await shop.server.mails(email)).find((mail) => mail.subject === subject)?.text,
    details: async (accountId: string) => (await shop.ask(accountDetails, { query: { accountId }, token })).data,
    stage: async (accountId: string) =>
      (await shop.ask(accountData, { token })).data.accounts.find(({ id }) => id === accountId)?.stage,
    subscription: async (kind: 'evaluation' | 'market-data') =>
      (await shop.ask(billingPending, { token })).data.subscriptions.find((each) => each.kind === kind),
    calendar: async () => {
      const headers = { Authorization: `Bearer ${token}` };
      const text = await (await shop.server.app.request('/api/billing/renewals.ics', { headers })).text();
      return [...text.matchAll(/SUMMARY:.*: (.*)\\, USD/g)].map(([, name]) => name).sort();
    },
  };
}

const dataName = 'Top of book, all four exchanges';

test('a monthly evaluation runs through every paid month, and then closes instead of renewing', async () => {
  const person = await signIn();
  const accountId = await buy(person, evaluation, 14_900);
  const read = reader(person);
  await moveTo('2026-04-02T22:30', '2026-04-05T12:00', '2026-04-11T15:30');
  expect(await read.receipts()).toBe(2);
  expect(await read.subscription('evaluation')).toMatchObject({ renews: true, endsInactive: false });
  expect(await read.calendar()).toEqual(['Classic 50K']);
  // Day 60 is May 10; the paid month ends on the 11th.
  await moveTo('2026-05-03T15:30');
  const { inactivity, nextBill } = await read.details(accountId);
  expect([new Date(inactivity?.closeAt ?? 0).toISOString().slice(0, 10), nextBill]).toEqual(['2026-05-11', null]);
  expect(await read.textOf('Classic 50K: closes unless you trade')).toContain('It renews for $149.00 on');
  expect(await read.subscription('evaluation')).toMatchObject({ renews: true, endsInactive: true });
  expect(await read.calendar()).toEqual([]);
  await moveTo('2026-05-05T12:00');
  expect((await read.subjects()).filter((subject) => /renews/i.test(subject))).toHaveLength(1);
  await moveTo('2026-05-11T14:30');
  expect(await read.stage(accountId)).toBe('evaluation');
  await moveTo('2026-05-11T15:30');
  expect(await read.stage(accountId)).toBe('inactivity');
  expect(await read.receipts()).toBe(2);
  expect(await read.subscription('evaluation')).toMatchObject({ status: 'ended', endsInactive: false });
});

test('a trade restores an announced renewal', async () => {
  const person = await signIn();
  const accountId = await buy(person, evaluation, 14_900);
  const read = reader(person);
  await moveTo('2026-04-11T15:30', '2026-05-03T15:30');
  expect(await read.calendar()).toEqual([]);
  await play(shop.server, accountId, trade(utc('2026-05-03T15:00'), 4));
  await shop.server.drain();
  await moveTo('2026-05-03T16:00');
  expect(await read.subscription('evaluation')).toMatchObject({ renews: true, endsInactive: false });
  expect(await read.calendar()).toEqual(['Classic 50K']);
  expect((await read.details(accountId)).nextBill).toMatchObject({ amountCents: 14_900 });
});

test('market data is not charged again if its last account closes for inactivity on the renewal date', async () => {
  const person = await signIn();
  await buy(person, evaluation, 14_900);
  await buy(person, data, 1_200);
  const read = reader(person);
  await moveTo('2026-04-11T15:30');
  expect(await read.receipts()).toBe(4);
  await moveTo('2026-05-03T15:30');
  expect(await read.subscription('market-data')).toMatchObject({ renews: true, endsInactive: true });
  expect(await read.calendar()).toEqual([]);
  await moveTo('2026-05-05T12:00');
  expect(await read.textOf(`${dataName} renews soon`)).toContain('the subscription ends and we won’t charge you');
  await moveTo('2026-05-11T15:30', '2026-05-11T15:40');
  expect(await read.receipts()).toBe(4);
  expect(await read.subscription('market-data')).toMatchObject({ status: 'ended', renews: false });
  expect(await read.textOf(`${dataName} no longer renews`)).toContain('runs until May 11, 2026');
});

test('market data announced to end is not charged again if the closing account is canceled first', async () => {
  const person = await signIn();
  await buy(person, evaluation, 14_900);
  await buy(person, data, 1_200);
  const read = reader(person);
  await moveTo('2026-04-11T15:30', '2026-05-03T15:30', '2026-05-05T12:00');
  expect(await read.textOf(`${dataName} renews soon`)).toContain('the subscription ends and we won’t charge you');
  const subscriptionId = (await read.subscription('evaluation'))?.id ?? '';
  await shop.ask(cancelSubscription, { body: { subscriptionId }, token: person.token });
  await moveTo('2026-05-06T12:00');
  expect(await read.subscription('market-data')).toMatchObject({ renews: true, endsInactive: true });
  await moveTo('2026-05-11T15:30', '2026-05-11T15:40', '2026-05-12T15:40');
  expect(await read.subscription('market-data')).toMatchObject({ status: 'ended', renews: false });
  expect(await read.textOf(`${dataName} no longer renews`)).toContain('None of your accounts can use it anymore');
  // The evaluation and the data, each bought and renewed once.
  expect(await read.receipts()).toBe(4);
});

test('market data runs to the end of its paid month after its last account closes for inactivity', async () => {
  const person = await signIn();
  await buy(person, evaluation, 14_900);
  const read = reader(person);
  await moveTo('2026-03-20T12:00');
  await buy(person, data, 1_200);
  await moveTo('2026-04-11T15:30', '2026-04-20T13:00', '2026-05-03T15:30', '2026-05-11T15:30', '2026-05-11T15:40');
  expect(await read.subscription('market-data')).toMatchObject({
    ...{ status: 'active', renews: false, periodEndsAt: utc('2026-05-20T12:00') },
  });
  expect(await read.textOf(`${dataName} no longer renews`)).toContain('runs until May 20, 2026');
  expect((await read.subjects()).filter((subject) => subject === `You canceled ${dataName}`)).toEqual([]);
  await moveTo('2026-05-21T12:00');
  expect(await read.subscription('market-data')).toMatchObject({ status: 'ended' });
  // The evaluation and the data, each bought and renewed once.
  expect(await read.receipts()).toBe(4);
});

test('market data ends with the paid month when its buyer cancels the last account', async () => {
  const person = await signIn();
  await buy(person, evaluation, 14_900);
  const read = reader(person);
  await moveTo('2026-03-20T12:00');
  await buy(person, data, 1_200);
  const subscriptionId = (await read.subscription('evaluation'))?.id ?? '';
  await shop.ask(cancelSubscription, { body: { subscriptionId }, token: person.token });
  expect(await read.subscription('market-data')).toMatchObject({ renews: true });
  await moveTo('2026-04-11T15:30', '2026-04-11T15:40');
  expect(await read.subscription('market-data')).toMatchObject({ status: 'active', renews: false });
  expect(await read.textOf(`${dataName} no longer renews`)).toContain('runs until April 20, 2026');
  await moveTo('2026-04-21T12:00');
  // The evaluation and the data, each bought once.
  expect(await read.receipts()).toBe(2);
});

test('market data isn’t charged for a breached account that doesn’t restart, and says so instead of reminding', async () => {
  const person = await signIn();
  const accountId = await buy(person, { ...evaluation, packageId: 'ascension-50k' }, 24_900);
  await buy(person, data, 1_200);
  const read = reader(person);
  await lose(shop.server, accountId, utc('2026-03-12T15:00'));
  await moveTo('2026-04-03T12:00');
  expect(await read.subscription('market-data')).toMatchObject({ renews: true });
  await moveTo('2026-04-05T12:00');
  expect(await read.subjects()).not.toContain(`${dataName} renews soon`);
  expect(await read.textOf(`${dataName} no longer renews`)).toContain('runs until April 11, 2026');
  await moveTo('2026-04-12T12:00');
  expect(await read.subscription('market-data')).toMatchObject({ status: 'ended' });
  expect(await read.receipts()).toBe(2);
});

test('market data renews while another account on its feed can use it', async () => {
  const person = await signIn();
  const idle = await buy(person, evaluation, 14_900);
  const traded = await buy(person, { ...evaluation, packageId: 'classic-25k' }, 9_900);
  await buy(person, data, 1_200);
  const read = reader(person);
  await play(shop.server, traded, trade(utc('2026-04-10T15:00'), 4));
  await moveTo('2026-04-11T15:30', '2026-05-03T15:30');
  expect(await read.subscription('market-data')).toMatchObject({ endsInactive: false });
  await moveTo('2026-05-11T15:30', '2026-05-11T15:40');
  expect([await read.stage(idle), await read.stage(traded)]).toEqual(['inactivity', 'evaluation']);
  expect(await read.subscription('market-data')).toMatchObject({ status: 'active', renews: true });
  expect(await read.subjects()).not.toContain(`${dataName} no longer renews`);
});

test('data that waits for its account to close doesn’t delay another person’s renewal', async () => {
  const { db } = shop.server.deps;
  const [idle, other] = [await signIn(), await signIn()];
  const accountId = await buy(idle, evaluation, 14_900);
  await buy(idle, data, 1_200);
  await buy(other, evaluation, 14_900);
  await shop.server.clock.advance(32 * dayMs);
  const [since, close_at] = [new Date(utc('2026-03-11T12:00')), new Date(utc('2026-03-12T12:00'))];
  const announced = { account_id: accountId, since, close_at, close_notified_at: since };
  await db.insertInto('account_inactivity').values(announced).execute();
  // Sixty subscriptions that are due before everyone else's.
  await sql`
    with made as (
      insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
        'id', 'o' || n, 'purchase_id', 'o' || n, 'number', 'X' || n, 'session_id', 's' || n, 'idempotency_key', 'k' || n,
        'payment_session_id', null
      ))).* from orders join subscription s on s.order_id = orders.id, generate_series(1, 60) n
      where s.person_id = ${idle.personId} and s.kind = 'market-data' returning id
    )
    insert into subscription select (jsonb_populate_record(s, jsonb_build_object(
      'id', made.id, 'order_id', made.id, 'period_ends_at', s.period_ends_at - interval '1 hour'
    ))).* from subscription s, made where s.person_id = ${idle.personId} and s.kind = 'market-data'
  `.execute(db);
  await runRenewals(shop.server.deps);
  const charged = db.selectFrom('bill').select('person_id').where('attempts', '=', 1);
  expect(await charged.execute()).toEqual([{ person_id: other.personId }]);
});

test('market data is canceled once if its last two accounts close at the same moment', async () => {
  const person = await signIn();
  const first = await buy(person, evaluation, 14_900);
  const second = await buy(person, { ...evaluation, packageId: 'classic-25k' }, 9_900);
  await buy(person, data, 1_200);
  const read = reader(person);
  await Promise.all([first, second].map((id) => endAccount(shop.server.deps, id, 'inactivity')));
  await shop.server.drain();
  expect(await read.subscription('market-data')).toMatchObject({ status: 'active', renews: false });
  expect((await read.subjects()).filter((subject) => subject === `${dataName} no longer renews`)).toHaveLength(1);
});

test.each([
  { beside: 'a failed account that restarts with its renewal', status: 'breached', canceled: false, renews: true },
  { beside: 'a failed account that was canceled', status: 'breached', canceled: true, renews: false },
  { beside: 'a passed evaluation that isn’t funded yet', status: 'passed', canceled: true, renews: true },
])('next to $beside, market data renews: $renews', async ({ status, canceled, renews }) => {
  const { deps } = shop.server;
  const person = await signIn();
  const idle = await buy(person, evaluation, 14_900);
  const other = await buy(person, { ...evaluation, packageId: 'classic-25k' }, 9_900);
  await buy(person, data, 1_200);
  const account = deps.db.selectFrom('trading_account').select('state').where('id', '=', other);
  const { state } = await account.executeTakeFirstOrThrow();
  const changed = deps.db.updateTable('trading_account').set({ state: JSON.stringify({ ...state, status }) });
  await changed.where('id', '=', other).execute();
  const canceledAt = canceled ? deps.clock() : null;
  const renewal = deps.db.updateTable('subscription').set({ canceled_at: canceledAt });
  await renewal.where('account_id', '=', other).execute();
  await endAccount(deps, idle, 'inactivity');
  expect(await reader(person).subscription('market-data')).toMatchObject({ renews });
});
