import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectPayout } from '#shared/payouts/contract-office.ts';
import { decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import type { TestApp } from '../support/app.ts';
import { type FundedTrader, fundTrader, signInStaff } from '../support/funded.ts';
import { approvePayout, type PayoutStaff, readStoredStatus, signInFinance } from '../support/payout-staff.ts';
import { type Shop, startShop } from '../support/shop.ts';

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
  test.each(['dispute-won', 'dispute-lost'] as const)('delays approval until it ends with %s', async (outcome) => {
    const { trader, payoutId } = await review();
    const order = await orderOf(trader);
    await shop.webhook(order, 'disputed', { paymentId: payoutId });
    await server.drain();
    expect(await failedChecks(payoutId)).toEqual(['dispute']);
    expect((await finance.approve(payoutId)).error_code).toBe('payout_disputed');
    await shop.webhook(order, outcome, { paymentId: payoutId });
    await server.drain();
    expect(await failedChecks(payoutId)).toEqual([]);
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
    expect((await finance.send(payoutId)).data.payout.status).toBe('sent');
  });
});
