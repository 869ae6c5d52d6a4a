import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { replayParkedEvents } from '#server/accounts/feed/replay-parked-events.ts';
import { seedJournal } from '#server/accounts/journal/seed.ts';
import { demoPassword, demoPeople } from '#server/core/demo-people.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { reconcileMails } from '#server/messages/mail/reconcile.ts';
import { listPayouts } from '#server/payouts/list.ts';
import { listPayeeRequirements } from '#server/payouts/payees/list-payee-requirements.ts';
import { listPayoutAccounts } from '#server/payouts/request/list-accounts.ts';
import { checkPassword } from '#server/people/password/hash.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { billingPending } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { payoutStatuses } from '#shared/payouts/stages.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { fetchTrading } from '#shared/trading/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { type Shop, startShop } from '../support/shop.ts';

/** Accounts at more moments are in tests/unit/accounts/demo-histories.test.ts; these are for what the database adds. */
const moments: readonly (readonly [string, number])[] = [
  ['on a Wednesday morning', Date.UTC(2026, 2, 11, 15, 0)],
  ['in the hour between the close and the next open', Date.UTC(2026, 2, 11, 21, 30)],
  ['in the evening of a half day', Date.UTC(2026, 10, 27, 20, 0)],
  ['on the Sunday the clocks change', Date.UTC(2026, 2, 8, 9, 0)],
];

async function expectAccountsInEveryState({ deps }: TestApp, startAt: number) {
  const list = await listAccounts(deps, 'demo-trader');
  const opened = await Promise.all(list.map(({ id }) => listAccounts(deps, 'demo-trader', id)));
  const cards = opened.map((accounts, index) => accounts[index]).filter((card) => card !== undefined);
  expect(cards.map(({ program, size, stage }) => `${program} ${size} ${stage}`)).toEqual([
    'classic 50K evaluation',
    'classic 100K funded',
    'merit 25K live',
    'ascension 50K evaluation',
    'ascension 100K evaluation',
    'ascension 25K passed',
    'classic 25K breached',
    'premium 50K canceled',
    'classic 100K activated',
  ]);
  const [running, funded, , newlyOpened, idle, , breached] = cards;
  expect(idle?.view.contractsInUse).toBe(0);
  expect(funded?.history?.days.filter((day) => day.closed && day.profitCents >= 15_000)).toHaveLength(2);
  expect(newlyOpened?.view.status).toBe('active');
  expect(newlyOpened?.history?.fills.length).toBeGreaterThan(0);
  expect(running?.view.status).toBe('active');
  expect(running?.history?.days.filter((day) => day.closed && day.fills > 0)).toHaveLength(3);
  expect(running?.view.floorCents).toBeGreaterThan((running?.view.startingBalanceCents ?? 0) - 200_000);
  expect(running?.history?.series.length).toBeGreaterThan(100);
  expect(running?.history?.series.length).toBeLessThanOrEqual(400);
  expect(breached?.view.status).toBe('breached');
  expect(breached?.view.contractsInUse).toBe(0);
  for (const card of cards) {
    expect(accountData.data?.safeParse({ accounts: [card] }).success).toBe(true);
    const times = card.history?.series.map(([at]) => at) ?? [];
    expect(Math.max(...times)).toBeLessThanOrEqual(startAt);
    expect(card.openedAt).toBeLessThanOrEqual(times[0] ?? 0);
  }
}

async function expectPayoutsInEveryStage(server: TestApp, startAt: number) {
  await server.drain();
  const { payouts } = await listPayouts(server.deps, 'demo-payee', {});
  expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(payoutStatuses));
  for (const { stages, requestedAt, isSample } of payouts) {
    expect(isSample).toBe(true);
    expect(requestedAt).toBeLessThan(startAt);
    expect(stages.map(({ at }) => at)).toEqual(stages.map(({ at }) => at).sort());
    expect(stages.at(-1)?.at).toBeLessThanOrEqual(startAt);
  }
  const { accounts } = await listPayoutAccounts(server.deps, 'demo-payee');
  expect(accounts.filter(({ open }) => open !== null)).toHaveLength(4);
  expect(accounts.filter(({ quote }) => quote.allowed)).toHaveLength(1);
  await seedDemo(server.deps);
  expect((await listPayouts(server.deps, 'demo-payee', {})).payouts).toHaveLength(payouts.length);
}

/** Sample sales of the affiliate have no buyer with a login, so nobody could open their receipts. */
async function expectReceipts({ deps }: TestApp) {
  const orders = await deps.db
    .selectFrom('orders')
    .leftJoin('invoice', (join) => join.onRef('invoice.order_id', '=', 'orders.id').on('invoice.kind', '=', 'invoice'))
    .select(['orders.id', 'orders.total_cents', 'orders.tax_bps', 'orders.paid_at'])
    .select(['invoice.number', 'invoice.document', 'invoice.issued_at'])
    .where('orders.person_id', 'is not', null)
    .where('orders.total_cents', '>', 0)
    .execute();
  expect(orders.length).toBeGreaterThan(10);
  for (const { id, total_cents, tax_bps, paid_at, number, document, issued_at } of orders) {
    expect([id, number]).toEqual([id, expect.stringMatching(/^I\d{4}-\d{6}$/)]);
    expect([id, document?.totalCents, document?.taxBps, issued_at]).toEqual([id, total_cents, tax_bps, paid_at]);
  }
}

/** Also if mails that are too old are given up before any job runs. */
async function expectPastMailsSent({ deps }: TestApp): Promise<void> {
  await reconcileMails(deps);
  const givenUp = await deps.db.selectFrom('mail').select('subject').where('given_up_at', 'is not', null).execute();
  expect(givenUp).toEqual([]);
}

describe('the demo', () => {
  let server: TestApp;

  afterEach(() => server?.close());

  // What differs between moments is the calendar, which no database knows.
  const isEmbedded = inject('databases').kind === 'embedded';
  test.runIf(isEmbedded).each(moments)(
    'a first start %s seeds accounts in every state and payouts in every stage, and a second start keeps them',
    async (_name, startAt) => {
      server = await startTestApp({ startAt });
      await seedDemo(server.deps);
      await expectAccountsInEveryState(server, startAt);
      await expectPayoutsInEveryStage(server, startAt);
      await expectReceipts(server);
      await expectPastMailsSent(server);
    },
  );
});

describe('a demo that two servers seeded at the same time', () => {
  let shop: Shop;
  let demo: TestApp;
  let trader: string;
  const ask: ReturnType<typeof client> = (call, parts) => client(demo)(call, parts);

  beforeAll(async () => {
    shop = await startShop();
    demo = shop.server;
    await Promise.all([seedDemo(demo.deps), seedDemo(demo.deps)]);
    const body = { email: 'trader@example.com', password: demoPassword };
    trader = (await ask(submitLogin, { body })).token ?? '';
  });

  afterAll(() => shop.close());

  test('lets each of its people sign in', async () => {
    const people = await demo.deps.db.selectFrom('person').select(['email', 'password_hash']).execute();
    expect(people.map(({ email }) => email).sort()).toEqual(demoPeople.map(({ email }) => email).sort());
    for (const person of people) expect(await checkPassword(person.password_hash, demoPassword)).toBe(true);
  });

  test('shows the trader samples of orders, receipts, a balance difference and a conduct case', async () => {
    const accounts = await listAccounts(demo.deps, 'demo-trader');
    const accountId = accounts.find(({ program }) => program === 'merit')?.id ?? '';
    const { data: bought } = await ask(myOrders, { query: {}, token: trader });
    const receipts = bought.orders.filter(({ kind }) => kind === 'thor' || kind === 'performance-review');
    expect(receipts.map(({ documents }) => documents.map(({ kind }) => kind))).toEqual([['invoice'], ['invoice']]);
    const terminal = await ask(fetchTrading, { query: { account: accountId }, token: trader });
    expect(terminal.data.orders).toHaveLength(8);
    expect(terminal.data.orders.every(({ requestId }) => requestId?.startsWith('sample-'))).toBe(true);
    const { data } = await ask(accountDetails, { query: { accountId }, token: trader });
    expect(data.differences).toMatchObject([{ status: 'open' }]);
    expect(data.conduct).toMatchObject([{ status: 'lifted', evidence: expect.stringMatching(/^Sample:/) }]);
  });

  test('has a card for each subscription, whose ending stands beside its next charge', async () => {
    const { subscriptions } = (await ask(billingPending, { token: trader })).data;
    const renewing = subscriptions.filter(({ renews }) => renews);
    expect(renewing.length).toBeGreaterThan(2);
    expect(renewing.map(({ cardEnding }) => cardEnding)).toEqual(renewing.map(() => '4242'));
  });

  test('sends the accounts compressed to a browser that accepts it', async () => {
    const read = (encoding: string) =>
      demo.app.request('/api/account/data?history=none', {
        headers: { Authorization: `Bearer ${trader}`, 'Accept-Encoding': encoding },
      });
    const [plain, packed] = [await read('identity'), await read('gzip, br')];
    const gzipped = await read('gzip, br;q=0');
    const encodings = [plain, packed, gzipped].map((answer) => answer.headers.get('Content-Encoding'));
    expect(encodings).toEqual([null, 'br', 'gzip']);
    const [text, body] = [await plain.text(), await packed.arrayBuffer()];
    expect(brotliDecompressSync(body).toString()).toBe(text);
    expect(gunzipSync(await gzipped.arrayBuffer()).toString()).toBe(text);
    // Nine accounts are a list first; a history comes with the account that is opened.
    expect(body.byteLength).toBeLessThanOrEqual(15_000);
  });

  test('has a trader who meets all payout requirements, and one of whose two destinations still waits', async () => {
    const missing = (id: string) => listPayeeRequirements(demo.deps, demo.deps.db, 'demo-trader', id);
    expect(await missing('demo-destination-iban')).toEqual([]);
    expect(await missing('demo-destination-wise')).toMatchObject([{ name: 'destination-age' }]);
  });

  test('shows a parked event until its contract is listed, then counts it', async () => {
    const { token = '' } = await signInStaff(demo, 'risk_manager');
    const listed = async () => (await ask(officeLists.parked.page, { token, query: {} })).data.rows;
    const queued = async () =>
      (await ask(officeOverview, { token })).data.queues.find(({ list }) => list === 'parked')?.count;
    const [sample] = await listed();
    expect(await listed()).toMatchObject([{ instrument: 'SAMPLE', month: '2030-12', parkedFor: 'unknown-instrument' }]);
    expect(await queued()).toBe(1);
    const accountId = String(sample?.accountId);
    const readOwnerAccount = async () =>
      (await listAccounts(demo.deps, 'demo-payee')).find(({ id }) => id === accountId) ?? null;
    const before = await readOwnerAccount();
    expect(before?.parkedEvents?.count).toBe(1);
    expect(await replayParkedEvents(demo.deps)).toBe(0);
    await seedDemo(demo.deps);
    expect(await listed()).toHaveLength(1);

    // As if the contract was listed by now, rewrite the event to a listed one: a fill with a fee of $2.10.
    const at = demo.clock.now().getTime();
    const contract = {
      instrument: 'ES',
      month: '2026-06',
      side: 'buy',
      quantity: 1,
      priceTicks: 22_000,
      feeCents: 210,
    };
    await demo.deps.db
      .updateTable('parked_event')
      .set({ event: JSON.stringify({ type: 'fill', at, ...contract }) })
      .where('source_id', '=', 'sample-1')
      .execute();
    expect(await replayParkedEvents(demo.deps)).toBe(1);
    expect([await listed(), await queued()]).toEqual([[], 0]);
    const after = await readOwnerAccount();
    expect(after?.parkedEvents).toBeNull();
    expect((after?.view.balanceCents ?? 0) - (before?.view.balanceCents ?? 0)).toBe(-210);
  });

  test('is unchanged by a restart, and each sample is written once by several servers', async () => {
    await demo.clock.advance(3 * dayMs);
    await closeTradingDay(demo.deps);
    const before = await listAccounts(demo.deps, 'demo-trader');
    await seedDemo(demo.deps);
    expect(await listAccounts(demo.deps, 'demo-trader')).toEqual(before);

    await demo.deps.db.deleteFrom('journal_picture').execute();
    await demo.deps.db.deleteFrom('journal_entry').execute();
    await Promise.all(Array.from({ length: 4 }, () => seedJournal(demo.deps, 'trader@example.com')));
    const written = await demo.deps.db.selectFrom('journal_entry').select('revision').execute();
    expect(written.map(({ revision }) => revision)).toEqual([1, 1]);
  });

  test('lets staff refund a sample order like any other, and keeps the refund after a restart', async () => {
    const { token } = await signInStaff(demo, 'finance');
    const [orderId, refundCents] = ['demo-order-classic-50k', 14_900];
    const shown = await ask(previewRefund, { query: { orderId }, token });
    expect(shown.data).toMatchObject({ refundCents, provider: 'sandbox' });
    const body = { orderId, items: ['package'] as ['package'], refundCents, reason: 'goodwill' } as const;
    expect((await ask(refundOrder, { body, token })).response_status).toBe(200);
    await demo.drain();
    const readStatus = () =>
      demo.deps.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst();
    expect(await readStatus()).toEqual({ status: 'refunded' });
    await seedDemo(demo.deps);
    expect(await readStatus()).toEqual({ status: 'refunded' });
  });
});
