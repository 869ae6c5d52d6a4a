import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import * as calls from '#shared/affiliates/contract-payouts.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { inspectPayout } from '#shared/payouts/contract-office.ts';
import { joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { type PayoutStaff, signInFinance } from '../support/payout-staff.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

// Each sale of $149.00 earns $22.35; a payout needs $50.00. A chargeback takes months to be decided.
const commissionCents = 2_235;

let shop: Shop;
let finance: PayoutStaff;
let affiliate: Awaited<ReturnType<typeof joinAffiliates>>;
let sales: Awaited<ReturnType<typeof sellThrough>>[];
let destinationId: string;

beforeEach(async () => {
  shop = await startShop();
  affiliate = await joinAffiliates(shop);
  destinationId = await makePayable(shop.server, affiliate.personId);
  sales = [];
  for (let sold = 0; sold < 4; sold += 1) sales.push(await sellThrough(shop, affiliate.code));
});

afterEach(() => shop.close());

const balances = async () => (await readDashboard(shop, affiliate.token)).balances;

async function press(index: number, outcome: 'disputed' | 'dispute-won' | 'dispute-lost') {
  const sale = sales[index];
  if (sale) await shop.press(sale, outcome);
  await shop.server.drain();
}

async function release() {
  await shop.server.clock.advance(30 * dayMs);
  await releaseCommissions(shop.server.deps);
  finance = await signInFinance(shop.server);
}

function request(amountCents: number) {
  return shop.ask(calls.requestAffiliatePayout, {
    body: { amountCents, destinationId, expectedNetCents: amountCents },
    token: affiliate.token,
    idempotencyKey: randomUUID(),
  });
}

/** A request over all four commissions, in review. */
async function reviewAll() {
  await release();
  const { data } = await request(4 * commissionCents);
  await finance.review(data.payout.id);
  return data.payout;
}

async function failedChecks(payoutId: string) {
  const { data } = await finance.ask(inspectPayout, { query: { payoutId }, token: finance.token });
  return data.checklist.filter(({ passed }) => !passed).map(({ name }) => name);
}

describe('a sale that the buyer disputes', () => {
  test('keeps its commission pending until the bank has decided for us', async () => {
    await press(0, 'disputed');
    await release();
    expect(await balances()).toMatchObject({ pendingCents: commissionCents, availableCents: 3 * commissionCents });
    await press(0, 'dispute-won');
    await releaseCommissions(shop.server.deps);
    expect(await balances()).toMatchObject({ pendingCents: 0, availableCents: 4 * commissionCents });
  });

  test('keeps a commission that is released already out of what can be requested, and says how much', async () => {
    await release();
    await press(0, 'disputed');
    expect(await balances()).toMatchObject({ availableCents: 4 * commissionCents, heldCents: commissionCents });
    const { data } = await shop.ask(calls.fetchAffiliatePayouts, { query: {}, token: affiliate.token });
    expect(data.facts).toMatchObject({ availableCents: 3 * commissionCents, heldCents: commissionCents });
    expect((await request(3 * commissionCents + 1)).response_status).toBe(422);
    expect((await request(3 * commissionCents)).data.payout.status).toBe('requested');
  });

  test('stops a payout in review, an approved one and one in a batch, until it is decided', async () => {
    const { id: payoutId, number } = await reviewAll();
    await press(0, 'disputed');
    expect(await failedChecks(payoutId)).toEqual(['sales']);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_sales');
    await press(0, 'dispute-won');
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
    const { data: draft } = await finance.create();
    await press(1, 'disputed');
    const exported = await finance.export(draft.batchId ?? '');
    expect([exported.error_code, exported.data]).toEqual([
      'batch_held',
      { held: [{ reference: number, reason: 'sales' }] },
    ]);
    await finance.cancel(draft.batchId ?? '');
    await shop.server.drain();
    expect((await finance.send(payoutId)).error_code).toBe('payout_sales');
    expect((await finance.create()).error_code).toBe('batch_empty');
  });

  test('doesn’t pay out what a lost dispute took back', async () => {
    const { id: payoutId } = await reviewAll();
    await press(0, 'disputed');
    await press(0, 'dispute-lost');
    expect(await balances()).toMatchObject({ availableCents: -commissionCents, heldCents: 0 });
    expect((await finance.approve(payoutId)).error_code).toBe('payout_sales');
    expect((await finance.reject(payoutId)).data.payout.status).toBe('rejected');
    expect((await request(3 * commissionCents)).data.payout.status).toBe('requested');
  });
});

test.each([
  ['the whole sale', ['package'], 15_400],
  ['an add-on of it', ['market-data'], 500],
] as const)(
  'a refund of %s that is on its way keeps its commission from being released',
  async (_, items, refundCents) => {
    const selection = { ...orderForm().selection, addOns: ['market-data' as const] };
    const sale = await sellThrough(shop, affiliate.code, { selection, expectedTotalCents: 15_400 });
    await shop.server.clock.advance(30 * dayMs);
    const { token } = await signInStaff(shop.server, 'finance');
    const body = { orderId: sale.orderId, items: [...items], refundCents, reason: 'goodwill' as const };
    expect((await shop.ask(refundOrder, { body, token })).response_status).toBe(200);
    await releaseCommissions(shop.server.deps);
    // 15 % of $154.00
    expect(await balances()).toMatchObject({ pendingCents: 2_310, availableCents: 4 * commissionCents });
  },
);
