import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutAccounts, resendPayout } from '#shared/payouts/contract.ts';
import { inspectPayout, rejectPayout } from '#shared/payouts/contract-office.ts';
import { decideRiskAction, takeRiskAction } from '#shared/risk/contract.ts';
import { decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import type { TestApp } from '../support/app.ts';
import { type FundedTrader, fundTrader, signInStaff } from '../support/funded.ts';
import { approvePayout, type PayoutStaff, readStoredStatus, signInFinance } from '../support/payout-staff.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

const dayMs = 86_400_000;
let shop: Shop;
let server: TestApp;
let finance: PayoutStaff;
let risk: { readonly token: string };

beforeAll(async () => {
  shop = await startShop();
  server = shop.server;
  // The Wednesday after the week in which the accounts traded.
  await server.clock.advance(7 * dayMs);
  finance = await signInFinance(server);
  risk = await signInStaff(server, 'risk_manager');
});

afterAll(() => shop.close());

/** A payout in review whose money has left the account: $1,000 of 56,250. */
async function review() {
  const trader = await fundTrader(server);
  const { data } = await trader.request(100_000);
  await server.drain();
  await finance.review(data.payout.id);
  return { trader, payoutId: data.payout.id };
}

async function openCase({ accountId }: FundedTrader): Promise<string> {
  const body = { accountId, cause: 'opposite-trades' as const, evidence: 'Both sides of ES.', sourceIds: [] };
  const { data } = await finance.ask(openConduct, { body, token: risk.token });
  await server.drain();
  return data.caseId;
}

/** Decides a case whose trader hasn't answered, after the deadline. */
async function decide(caseId: string, decision: 'upheld' | 'lifted') {
  const past = new Date(server.clock.now().getTime() - 1);
  await server.deps.db.updateTable('conduct_case').set({ answer_until: past }).where('id', '=', caseId).execute();
  const body = { caseId, decision, reason: 'The record shows it.' };
  const answer = await finance.ask(decideConduct, { body, token: risk.token });
  await server.drain();
  return answer.response_status;
}

/** The names of the checks that aren't passed. */
async function failedChecks(payoutId: string) {
  const { data } = await finance.ask(inspectPayout, { query: { payoutId }, token: finance.token });
  return data.checklist.filter(({ passed }) => !passed).map(({ name }) => name);
}

/** The order that bought the trader's account. */
async function orderOf({ accountId }: FundedTrader) {
  const { order_id } = await server.deps.db
    .selectFrom('trading_account')
    .select('order_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { orderId: order_id ?? '' };
}

describe('a conduct case', () => {
  test('keeps a payout from being approved until it is lifted', async () => {
    const { trader, payoutId } = await review();
    const caseId = await openCase(trader);
    expect(await failedChecks(payoutId)).toEqual(['conduct']);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_conduct');
    expect(await decide(caseId, 'lifted')).toBe(200);
    expect(await failedChecks(payoutId)).toEqual([]);
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
  });

  test('keeps an approved payout from being sent by hand, put into a batch or exported', async () => {
    const batched = await approvePayout(server, finance);
    const { data: draft } = await finance.create();
    const waiting = await approvePayout(server, finance);
    const caseIds = [await openCase(batched.trader), await openCase(waiting.trader)];
    expect((await finance.send(waiting.payoutId)).error_code).toBe('payout_conduct');
    expect((await finance.payable()).data.methods).toEqual([]);
    expect((await finance.create()).error_code).toBe('batch_empty');
    const exported = await finance.export(draft.batchId ?? '');
    expect([exported.error_code, exported.data]).toEqual([
      'batch_held',
      { held: [{ reference: batched.number, reason: 'conduct' }] },
    ]);
    for (const caseId of caseIds) await decide(caseId, 'lifted');
    expect((await finance.export(draft.batchId ?? '')).response_status).toBe(200);
    expect((await finance.send(waiting.payoutId)).data.payout.status).toBe('sent');
  });

  test('rejects the payout when it is upheld, with the reason of the decision, and returns the money', async () => {
    const { trader, payoutId } = await review();
    expect(await trader.balanceCents()).toBe(5_525_000);
    expect(await decide(await openCase(trader), 'upheld')).toBe(200);
    expect(await trader.list()).toMatchObject([
      { id: payoutId, status: 'rejected', reason: 'conduct-upheld', reasonNote: 'The record shows it.' },
    ]);
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_step');
  });

  test('removes the payment of a rejected payout from a draft, and leaves one that the bank already has', async () => {
    const drafted = await approvePayout(server, finance);
    const { data: draft } = await finance.create();
    expect(await decide(await openCase(drafted.trader), 'upheld')).toBe(200);
    expect(await readStoredStatus(server, 'payout', drafted.payoutId)).toBe('rejected');
    await finance.cancel(draft.batchId ?? '');

    const exported = await approvePayout(server, finance);
    const { data: batch } = await finance.create();
    await finance.export(batch.batchId ?? '');
    await server.drain();
    expect(await decide(await openCase(exported.trader), 'upheld')).toBe(200);
    expect(await readStoredStatus(server, 'payout', exported.payoutId)).toBe('sent');
    // The bank never made the payment: it isn't paid again, and staff can reject it.
    const second = await signInFinance(server);
    await second.cancel(batch.batchId ?? '');
    await server.drain();
    expect(await readStoredStatus(server, 'payout', exported.payoutId)).toBe('approved');
    expect(await failedChecks(exported.payoutId)).toEqual(['conduct']);
    expect((await finance.send(exported.payoutId)).error_code).toBe('payout_conduct');
    expect((await finance.reject(exported.payoutId)).data.payout.status).toBe('rejected');
  });
});

describe('a disputed payment for the account', () => {
  async function dispute() {
    const { trader, payoutId } = await review();
    const order = await orderOf(trader);
    const say = async (type: 'disputed' | 'dispute-won' | 'dispute-lost', amountCents?: number) => {
      await shop.webhook(order, type, { paymentId: payoutId, ...(amountCents === undefined ? {} : { amountCents }) });
      await server.drain();
    };
    await say('disputed');
    expect(await failedChecks(payoutId)).toEqual(['dispute']);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_disputed');
    return { trader, payoutId, say };
  }

  test('delays approval until the bank decides for us', async () => {
    const { payoutId, say } = await dispute();
    await say('dispute-won');
    expect(await failedChecks(payoutId)).toEqual([]);
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
    expect((await finance.send(payoutId)).data.payout.status).toBe('sent');
  });

  test('ends its payout if the bank decides for the buyer, who has the price back', async () => {
    const { trader, payoutId, say } = await dispute();
    await say('dispute-lost');
    expect(await trader.list()).toMatchObject([{ id: payoutId, status: 'rejected', reason: 'price-returned' }]);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_step');
    expect((await trader.ask(payoutAccounts, { token: trader.token })).data.totals).toEqual({
      ...{ paidCents: 0, openCents: 0, owedCents: 0 },
    });
  });

  test('still delays approval if it was lost in part, until staff let the account go on', async () => {
    const { trader, payoutId, say } = await dispute();
    await say('dispute-lost', 5_000);
    expect(await failedChecks(payoutId)).toEqual(['dispute']);
    const { accountId } = trader;
    const body = { accountId, kind: 'restore' as const, cause: 'A test.' };
    const { data } = await finance.ask(takeRiskAction, { body, token: risk.token });
    const second = await signInStaff(server, 'risk_manager');
    const approval = { actionId: data.actionId, decision: 'approve' as const };
    await finance.ask(decideRiskAction, { body: approval, token: second.token });
    await server.drain();
    expect(await failedChecks(payoutId)).toEqual([]);
  });
});

describe('a full refund of the account’s price', () => {
  const refund = async (trader: FundedTrader) => {
    await shop.webhook(await orderOf(trader), 'refunded', { paymentId: trader.accountId });
    await server.drain();
  };

  test('rejects the payout, also if it is in a batch that nobody has exported', async () => {
    const waiting = await review();
    await refund(waiting.trader);
    expect(await readStoredStatus(server, 'payout', waiting.payoutId)).toBe('rejected');
    const batched = await approvePayout(server, finance);
    const { data: draft } = await finance.create();
    await refund(batched.trader);
    expect(await batched.trader.list()).toMatchObject([{ status: 'rejected', reason: 'price-returned' }]);
    await finance.cancel(draft.batchId ?? '');
  });

  test('leaves money that is owed to its trader alone', async () => {
    const { trader, payoutId } = await review();
    // 55,250 − 420 × 12.50 touches the floor at 50,000.
    await play(server, trader.accountId, trade(server.clock.now().getTime() + 1_000, -420));
    await finance.ask(rejectPayout, {
      body: { payoutId, reason: 'destination-not-verified', note: 'A test.' },
      token: finance.token,
    });
    const { data } = await trader.ask(resendPayout, {
      body: { payoutId, destinationId: trader.destinationId },
      token: trader.token,
      idempotencyKey: payoutId,
    });
    await refund(trader);
    await finance.review(data.payout.id);
    expect((await finance.approve(data.payout.id)).data.payout.status).toBe('approved');
  });

  test('holds a payout, and takes no new request, from the moment it is under way', async () => {
    const { trader, payoutId } = await review();
    const other = await fundTrader(server);
    const wanted = { refund_requested_at: server.clock.now() };
    for (const { orderId } of [await orderOf(trader), await orderOf(other)])
      await server.deps.db.updateTable('orders').set(wanted).where('id', '=', orderId).execute();
    expect((await finance.approve(payoutId)).error_code).toBe('payout_disputed');
    expect((await other.request(100_000)).error_code).toBe('payout_conditions');
  });
});
