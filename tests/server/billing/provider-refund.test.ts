import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { handlers } from '#server/firm/jobs.ts';
import { fetchDocument } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListFilter, ListQuery } from '#shared/office/define-list.ts';
import { type ProviderRefund, type RefundStatus, sumRefunds } from '#shared/orders/provider-refund.ts';
import { joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
let finance: { token: string };

beforeAll(async () => {
  shop = await startShop();
  finance = await signInStaff(shop.server, 'finance');
});

afterAll(() => shop.close());

type Opened = Awaited<ReturnType<Shop['order']>>;
type Items = BodyOf<typeof refundOrder>['items'];

/** A paid Classic 50K for $149.00, with data for $5.00 and a reset for $70.00 if it has add-ons. */
async function buy({ addOns = false } = {}) {
  const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', coupon: '' } as const;
  const chosen = { ...selection, addOns: addOns ? (['market-data', 'funded-reset'] as const).slice() : [] };
  const opened = await shop.order(orderForm({ selection: chosen, expectedTotalCents: addOns ? 22_400 : 14_900 }));
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

/** Presses a button of the provider's own staff on the sandbox's page. */
async function atProvider({ paymentUrl }: Pick<Opened, 'paymentUrl'>, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await shop.server.app.request(new URL(paymentUrl).pathname, { method: 'POST', body });
  await shop.server.drain();
  return answer.status;
}

const refundAt = (opened: Opened, amount: string) => atProvider(opened, { outcome: 'refund', amount });

async function readRefunds({ orderId }: Pick<Opened, 'orderId'>) {
  const { refunds } = await shop.server.deps.db
    .selectFrom('sandbox_payment')
    .select('refunds')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return refunds;
}

const refundIds = async (opened: Pick<Opened, 'orderId'>) => (await readRefunds(opened)).map(({ id }) => id);

const preview = async ({ orderId }: Pick<Opened, 'orderId'>) =>
  (await shop.ask(previewRefund, { query: { orderId }, token: finance.token })).data;

const refundHere = ({ orderId }: Pick<Opened, 'orderId'>, items: Items, refundCents: number) =>
  shop.ask(refundOrder, { body: { orderId, items, refundCents, reason: 'goodwill' }, token: finance.token });

const credits = async (opened: Pick<Opened, 'orderId'>) =>
  (await shop.creditNotes(opened)).map(({ totalCents }) => -totalCents);

async function listed(opened: Pick<Opened, 'orderId'>) {
  const { number } = await shop.row(opened);
  return (await shop.ask(officeLists.orders.page, { query: { q: number }, token: finance.token })).data.rows[0];
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

describe('a part refunded at the provider', () => {
  test('is credited once, shown to buyer and staff, and leaves the account running', async () => {
    const opened = await buy();
    const person = await shop.row(opened);
    expect(await refundAt(opened, '50')).toBe(303);
    expect(await credits(opened)).toEqual([5_000]);
    expect(await shop.result(opened)).toMatchObject({ status: 'fulfilled', refundedCents: 5_000 });
    expect((await shop.accounts(opened))[0]).toMatchObject({ ended_at: null, end_reason: null });
    expect((await shop.actions(opened)).filter((action) => action === 'provider-refund-settled')).toHaveLength(1);
    const requestedAt = shop.server.clock.now().getTime();
    const order = { refundedCents: 5_000, refundRequestedAt: requestedAt, isRefundable: true };
    expect(await listed(opened)).toMatchObject({ refund: 'partial', ...order });
    expect(await preview(opened)).toMatchObject({
      items: [{ item: 'package', amountCents: 9_900 }],
      returnedCents: 5_000,
      refundCents: 9_900,
    });
    const mails = (await shop.server.mails(person.email)).filter(({ subject }) => subject.startsWith('Your refund'));
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('$50.00')]);

    const query = { order: opened.orderId } as ListFilter as ListQuery;
    const { rows } = (await shop.ask(officeLists.timeline.page, { query, token: finance.token })).data;
    expect(rows.map(({ action, actor }) => [action, actor])).toContainEqual([
      'provider-refund-settled',
      'provider:sandbox',
    ]);
  });

  test('has a numbered credit note in the buyer’s billing history', async () => {
    const person = await shop.signIn();
    const opened = await shop.order(orderForm({ email: person.email }));
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await refundAt(opened, '12.34');
    const { data } = await shop.ask(myOrders, { token: person.token });
    expect(data.orders[0]).toMatchObject({ status: 'fulfilled', refundedCents: 1_234 });
    const documents = data.orders[0]?.documents ?? [];
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit']);
    const [invoice, credit] = documents.map(({ number }) => number);
    const answer = await shop.ask(fetchDocument, { token: person.token, query: { number: credit ?? '' } });
    expect(answer.data).toMatchObject({ totalCents: -1_234, credits: invoice });
  });

  test('revokes its share of the commission, and the rest of the refund revokes the rest', async () => {
    const { code, token } = await joinAffiliates(shop);
    const opened = await sellThrough(shop, code);
    const pending = async () => (await readDashboard(shop, token)).balances.pendingCents;
    expect(await pending()).toBe(2_235);
    // 15 % of $50.00 is $7.50.
    await refundAt(opened, '50.00');
    expect(await pending()).toBe(1_485);
    await refundHere(opened, ['package'], 9_900);
    await shop.server.drain();
    expect(await pending()).toBe(0);
    expect(await credits(opened)).toEqual([5_000, 9_900]);
    expect((await shop.row(opened)).status).toBe('refunded');
    expect(await listed(opened)).toMatchObject({ refund: 'settled', isRefundable: false });
  });

  test('ends the account only with the part that returns the last cent', async () => {
    const opened = await buy();
    await refundAt(opened, '100');
    await refundAt(opened, '48.99');
    expect((await shop.accounts(opened))[0]?.ended_at).toBeNull();
    // More than is left: the provider refuses.
    await refundAt(opened, '0.02');
    expect(await credits(opened)).toEqual([10_000, 4_899]);
    await refundAt(opened, '0.01');
    expect(await credits(opened)).toEqual([10_000, 4_899, 1]);
    expect((await shop.row(opened)).status).toBe('refunded');
    expect((await shop.accounts(opened))[0]?.end_reason).toBe('canceled');
  });

  test('leaves the rest to a refund that was already requested here', async () => {
    const opened = await buy();
    // The provider has returned $50.00, but we don't know yet; it refuses our $149.00.
    await atProvider(opened, { outcome: 'refund', amount: '50', delivery: 'never' });
    await refundHere(opened, ['package'], 14_900);
    await shop.server.drain({ allowFailures: true });
    expect((await shop.row(opened)).status).toBe('fulfilled');
    const [id = ''] = await refundIds(opened);
    const refund = { id, amountCents: 5_000, status: 'succeeded', requestId: null } as const;
    await shop.webhook(opened, 'refunded', { amountCents: 5_000, refunds: [refund] });
    await shop.server.drain({ allowFailures: true });
    await shop.server.clock.advance(600_000);
    await reconcile();
    expect(await credits(opened)).toEqual([5_000, 9_900]);
    expect((await shop.row(opened)).status).toBe('refunded');
  });

  test('leaves an add-on’s requested refund what it can still return', async () => {
    const opened = await buy({ addOns: true });
    await atProvider(opened, { outcome: 'refund', amount: '200', delivery: 'never' });
    await refundHere(opened, ['funded-reset'], 7_000);
    await shop.server.drain({ allowFailures: true });
    const [id = ''] = await refundIds(opened);
    const refund = { id, amountCents: 20_000, status: 'succeeded', requestId: null } as const;
    await shop.webhook(opened, 'refunded', { amountCents: 20_000, refunds: [refund] });
    await shop.server.drain({ allowFailures: true });
    await shop.server.clock.advance(600_000);
    await reconcile();
    expect(await credits(opened)).toEqual([20_000, 2_400]);
    expect((await shop.row(opened)).status).toBe('refunded');
  });

  test('that arrives before the payment keeps the order, which is delivered without it', async () => {
    const opened = await shop.order();
    const refund = { id: 're_early', amountCents: 5_000, status: 'succeeded', requestId: null } as const;
    await shop.webhook(opened, 'refunded', { amountCents: 5_000, refunds: [refund] });
    await shop.webhook(opened, 'paid');
    await shop.server.drain();
    expect((await shop.row(opened)).status).toBe('fulfilled');
    expect(await credits(opened)).toEqual([5_000]);
  });

  test('of more than was paid changes nothing and is audited', async () => {
    const opened = await buy();
    const refund = { id: 're_much', amountCents: 14_901, status: 'succeeded', requestId: null } as const;
    await shop.webhook(opened, 'refunded', { amountCents: 14_901, refunds: [refund] });
    await shop.server.drain();
    expect(await credits(opened)).toEqual([]);
    expect(await shop.actions(opened)).toContain('payment-mismatch');
  });
});

test('a refund that claims a request of ours that nobody made counts as made at the provider', async () => {
  const opened = await buy();
  const refund = { id: 're_claimed', amountCents: 5_000, status: 'succeeded', requestId: 'made-up' } as const;
  await shop.webhook(opened, 'refunded', { amountCents: 5_000, refunds: [refund] });
  await shop.server.drain();
  expect(await credits(opened)).toEqual([5_000]);
});

test('an add-on’s refund that is reported together with one made at the provider counts once', async () => {
  const opened = await buy({ addOns: true });
  await refundHere(opened, ['market-data'], 500);
  // The provider has made ours, but its message is lost.
  await shop.server.drain({ handlers: { ...handlers, 'sandbox-webhook': async () => undefined } });
  expect(await credits(opened)).toEqual([]);
  await refundAt(opened, '50');
  expect((await credits(opened)).sort((left, right) => left - right)).toEqual([500, 5_000]);
  expect((await preview(opened)).refundCents).toBe(16_900);
});

test('the sandbox’s page lists refunds, and refuses an amount that is none', async () => {
  const opened = await buy();
  const page = async () => (await shop.server.app.request(new URL(opened.paymentUrl).pathname)).text();
  expect(await page()).toContain('Act as the payment provider');
  expect(await refundAt(opened, 'many')).toBe(400);
  expect(await refundAt(opened, '0.00')).toBe(400);
  expect(await refundAt(opened, '50.5')).toBe(303);
  expect(await page()).toContain('$50.50: refunded');
});

describe('a pending refund at the provider', () => {
  test('reduces what can be refunded here, and is credited once the money is returned', async () => {
    const opened = await buy();
    await atProvider(opened, { outcome: 'refund-pending', amount: '50' });
    expect(await credits(opened)).toEqual([]);
    expect(await listed(opened)).toMatchObject({
      refund: 'requested',
      refundedCents: null,
      refundRequestedAt: shop.server.clock.now().getTime(),
    });
    expect((await preview(opened)).refundCents).toBe(9_900);
    const [refundId = ''] = await refundIds(opened);
    await atProvider(opened, { outcome: 'refund-succeeded', refundId });
    expect(await credits(opened)).toEqual([5_000]);
    expect((await preview(opened)).refundCents).toBe(9_900);
  });

  test('that fails no longer counts, and staff are alerted once', async () => {
    const opened = await buy();
    await atProvider(opened, { outcome: 'refund-pending', amount: '50' });
    const [refundId = ''] = await refundIds(opened);
    for (const delivery of ['twice', 'normal'])
      await atProvider(opened, { outcome: 'refund-failed', refundId, delivery });
    expect(await credits(opened)).toEqual([]);
    expect((await preview(opened)).refundCents).toBe(14_900);
    expect(await listed(opened)).toMatchObject({ refund: 'none', refundRequestedAt: null, isRefundable: true });
    expect((await shop.actions(opened)).filter((action) => action === 'refund-failed')).toHaveLength(1);
    const { number } = await shop.row(opened);
    const subjects = (await shop.server.mails(shop.server.deps.catalog.site.supportEmail)).map(
      ({ subject }) => subject,
    );
    expect(subjects.filter((subject) => subject === `Refund failed: order ${number}`)).toHaveLength(1);
  });
});

test('a refund that fails after it was credited keeps its credit note, and its replacement gets no other', async () => {
  const opened = await buy();
  await refundAt(opened, '50');
  const [refundId = ''] = await refundIds(opened);
  await atProvider(opened, { outcome: 'refund-failed', refundId });
  expect(await shop.actions(opened)).toContain('refund-failed');
  expect(await credits(opened)).toEqual([5_000]);
  await refundAt(opened, '50');
  expect(await credits(opened)).toEqual([5_000]);
  await refundAt(opened, '99');
  expect(await credits(opened)).toEqual([5_000, 9_900]);
  expect((await shop.row(opened)).status).toBe('refunded');
});

test('an add-on refunded here that fails at the provider alerts staff, and its replacement gets no other credit note', async () => {
  const opened = await buy({ addOns: true });
  await refundHere(opened, ['market-data'], 500);
  await shop.server.drain();
  expect(await credits(opened)).toEqual([500]);
  const [refundId = ''] = await refundIds(opened);
  await atProvider(opened, { outcome: 'refund-failed', refundId });
  expect(await shop.actions(opened)).toContain('refund-failed');
  await refundAt(opened, '5');
  expect(await credits(opened)).toEqual([500]);
  expect((await preview(opened)).refundCents).toBe(21_900);
  await refundAt(opened, '1');
  expect(await credits(opened)).toEqual([500, 100]);
});

test('a request that the provider had accepted before it was shrunk is credited in full, and the other one gets the rest', async () => {
  const opened = await buy({ addOns: true });
  await refundHere(opened, ['funded-reset'], 7_000);
  await refundHere(opened, ['market-data'], 500);
  const { refund_id: requestId } = await shop.server.deps.db
    .selectFrom('partial_refund')
    .select('refund_id')
    .where('order_id', '=', opened.orderId)
    .where('item', '=', 'funded-reset')
    .executeTakeFirstOrThrow();
  const part = { id: `${opened.orderId}-part`, amountCents: 15_000, status: 'succeeded', requestId: null } as const;
  const accepted = { id: `${opened.orderId}-accepted`, amountCents: 7_000, status: 'succeeded', requestId } as const;
  await shop.webhook(opened, 'refunded', { amountCents: 15_000, refunds: [part] });
  const both = { amountCents: 22_000, refunds: [part, accepted] };
  await shop.webhook(opened, 'refunded', both);
  await shop.webhook(opened, 'refunded', both);
  await shop.server.drain();
  expect(await credits(opened)).toEqual([15_000, 7_000, 400]);
  expect((await shop.row(opened)).status).toBe('refunded');
});

test.each([['first'], ['last']] as const)(
  'a rest that the provider accepted after a refund there, which it reports %s, is credited in full, and the add-on gets what is left',
  async (reported) => {
    const opened = await buy({ addOns: true });
    await refundHere(opened, ['funded-reset'], 7_000);
    await refundHere(opened, ['package'], 15_400);
    const settled = { status: 'succeeded' } as const;
    const part = { ...settled, id: `${opened.orderId}-part`, amountCents: 1, requestId: null };
    const rest = { ...settled, id: `${opened.orderId}-rest`, amountCents: 15_400, requestId: 'rest' };
    const first = reported === 'first' ? part : rest;
    await shop.webhook(opened, 'refunded', { amountCents: first.amountCents, refunds: [first] });
    const both = { amountCents: 15_401, refunds: [part, rest] };
    await shop.webhook(opened, 'refunded', both);
    await shop.webhook(opened, 'refunded', both);
    await shop.server.drain();
    expect((await credits(opened)).sort((left, right) => left - right)).toEqual([1, 6_999, 15_400]);
    expect((await shop.row(opened)).status).toBe('refunded');
    expect(await readRefunds(opened)).toMatchObject([{ amountCents: 6_999, status: 'succeeded' }]);
  },
);

test('an add-on of a request for which the provider has left nothing is on neither the credit note nor the mail', async () => {
  const opened = await buy({ addOns: true });
  await refundHere(opened, ['market-data', 'funded-reset'], 7_500);
  const part = { id: `${opened.orderId}-part`, amountCents: 21_900, status: 'succeeded', requestId: null } as const;
  await shop.webhook(opened, 'refunded', { amountCents: 21_900, refunds: [part] });
  await shop.server.drain();
  const [, request] = await shop.creditNotes(opened);
  expect(request?.lines).toEqual([{ item: 'market-data', amountCents: -500 }]);
  const mails = await shop.server.mails((await shop.row(opened)).email);
  const text = mails.find((mail) => mail.text.includes('$5.00'))?.text;
  expect(text).toMatch(/market data/i);
  expect(text).not.toMatch(/funded-account reset/i);
});

/** Messages about up to four refunds of $149.00; each message lists some of them at some stage. */
const histories = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom<RefundStatus>('pending', 'succeeded', 'failed')),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .chain((finals) => {
    const stages: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
      pending: ['pending'],
      succeeded: ['pending', 'succeeded'],
      failed: ['pending', 'failed'],
    };
    const seen = fc.tuple(...finals.map(([, final]) => fc.constantFrom<RefundStatus | null>(null, ...stages[final])));
    return fc.record({ finals: fc.constant(finals), messages: fc.array(seen, { maxLength: 6 }) });
  });

test('messages in any order and number credit each refund once and return what the provider returned', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ finals, messages }) => {
      const opened = await buy();
      const refundsIn = (stages: readonly (RefundStatus | null)[]): ProviderRefund[] =>
        finals.flatMap(([amountCents], index) => {
          const status = stages[index] ?? null;
          return status === null ? [] : [{ id: `${opened.orderId}-${index}`, amountCents, status, requestId: null }];
        });
      const last = finals.map(([, final]) => final);
      // The provider repeats its last message until it is received; older ones may follow it.
      const half = Math.floor(messages.length / 2);
      for (const stages of [...messages.slice(0, half), last, ...messages.slice(half), last]) {
        const refunds = refundsIn(stages);
        await shop.webhook(opened, 'refunded', { amountCents: sumRefunds(refunds), refunds });
      }
      await Promise.all([shop.server.drain(), shop.server.drain()]);
      const returned = finals.filter(([, final]) => final === 'succeeded').map(([amountCents]) => amountCents);
      const pending = finals.filter(([, final]) => final === 'pending').map(([amountCents]) => amountCents);
      const byAmount = (amounts: readonly number[]) => [...amounts].sort((left, right) => left - right);
      expect(byAmount(await credits(opened))).toEqual(byAmount(returned));
      expect((await preview(opened)).refundCents).toBe(14_900 - sumOf(returned) - sumOf(pending));
    }),
    { numRuns: 12 },
  );
});

const step = fc.oneof(
  fc.record({
    at: fc.constantFrom('provider' as const),
    outcome: fc.constantFrom('refund', 'refund-pending'),
    amount: fc.constantFrom('0.01', '5', '70', '149', '150', '200', '224'),
    delivery: fc.constantFrom('normal', 'twice', 'late', 'never'),
  }),
  fc.record({
    at: fc.constantFrom('here' as const),
    item: fc.constantFrom('market-data' as const, 'funded-reset' as const, 'package' as const),
  }),
  fc.record({ at: fc.constantFrom('jobs' as const) }),
);

test('refunds here and at the provider, in any order, return no more than was paid and are all credited once', async () => {
  const { app, clock, drain } = shop.server;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const opened = await buy({ addOns: true });
      const { pathname } = new URL(opened.paymentUrl);
      const press = (fields: Record<string, string>) =>
        app.request(pathname, { method: 'POST', body: new URLSearchParams(fields) });
      for (const each of steps) {
        if (each.at === 'jobs') await drain({ allowFailures: true });
        else if (each.at === 'provider') {
          const { outcome, amount, delivery } = each;
          await press({ outcome, amount, delivery });
        } else {
          const { data } = await shop.ask(previewRefund, { query: { orderId: opened.orderId }, token: finance.token });
          const items = each.item === 'package' ? [] : (data?.items ?? []).filter(({ item }) => item === each.item);
          const cents =
            each.item === 'package' ? (data?.refundCents ?? 0) : sumOf(items.map((item) => item.amountCents));
          await refundHere(opened, [each.item], cents);
        }
      }
      // Everything settles, and the provider repeats its last message until it is received.
      let refunds: readonly ProviderRefund[] = [];
      for (let round = 0; round < 3; round += 1) {
        for (const refundId of await refundIds(opened)) await press({ outcome: 'refund-succeeded', refundId });
        refunds = await readRefunds(opened);
        if (refunds.length > 0) await shop.webhook(opened, 'refunded', { amountCents: sumRefunds(refunds), refunds });
        await clock.advance(600_000);
        await drain({ allowFailures: true });
        await reconcileOrders(shop.server.deps, { afterStart: true });
        await drain({ allowFailures: true });
      }
      refunds = await readRefunds(opened);
      const credited = sumOf(await credits(opened));
      expect(credited).toBeLessThanOrEqual(22_400);
      expect(credited).toBe(sumRefunds(refunds));
      expect((await shop.row(opened)).status).toBe(credited === 22_400 ? 'refunded' : 'fulfilled');
      expect(await shop.actions(opened)).not.toContain('payment-mismatch');
    }),
    { numRuns: 15 },
  );
});

async function reconcile() {
  await reconcileOrders(shop.server.deps, { afterStart: true });
  await shop.server.drain();
}
