import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { approveByRule } from '#server/payouts/approval/approve-by-rule.ts';
import { creditLatePayouts } from '#server/payouts/approval/promise-hour.ts';
import type { Rail, RailAnswer, RailPayment } from '#server/payouts/ports/rail/rail.ts';
import { payByRail } from '#server/payouts/rail/pay.ts';
import { rollUpPayouts } from '#server/payouts/statistics/append-days.ts';
import type { LedgerAccountKind } from '#shared/core/ledger-accounts.ts';
import { fetchPayout, requestPayout } from '#shared/payouts/contract.ts';
import { payoutStatistics } from '#shared/payouts/contract-statistics.ts';
import { openConduct } from '#shared/risk/contract-conduct.ts';
import { getProjectCatalog, startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { type PayoutStaff, readStoredStatus, signInFinance } from '../support/payout-staff.ts';

/** $1,000, and $25 for being late. */
const [limit, credit] = [100_000, 2_500];
let server: TestApp;
let finance: PayoutStaff;
let rail: { readonly asked: RailPayment[]; answer: (payment: RailPayment) => RailAnswer };

/** The rail at the provider: it pays each id once, in time or not at all. */
function createRail(): Rail {
  const made = new Map<string, RailAnswer>();
  return {
    name: 'test-rail',
    async pay(payment) {
      rail.asked.push(payment);
      const known = made.get(payment.id);
      if (known) return known;
      const isLate = payment.notAfter !== null && payment.notAfter < server.clock.now().getTime();
      const answer: RailAnswer = isLate ? { status: 'refused' } : rail.answer(payment);
      if (answer.status === 'paid') made.set(payment.id, answer);
      return answer;
    },
  };
}

const paid = ({ number }: RailPayment): RailAnswer => ({ status: 'paid', reference: `RTP-${number}` });

beforeEach(async () => {
  rail = { asked: [], answer: paid };
  const project = getProjectCatalog();
  const catalog = {
    ...project,
    payoutsByRule: { upToCents: limit, sentWithinMinutes: 60, creditCents: credit },
    payoutStatistics: { minimumPaid: 1, minimumPerMonth: 1 },
  };
  // Wednesday, March 18, 2026, 10:00 in Chicago.
  server = await startTestApp({ startAt: testStart + 7 * dayMs, catalog, replace: { rail: createRail() } });
  finance = await signInFinance(server);
});

afterEach(() => server.close());

type Trader = Awaited<ReturnType<typeof fundTrader>>;

const request = async (trader: Trader, amountCents = limit) => (await trader.request(amountCents)).data.payout;
const statusOf = (payoutId: string) => readStoredStatus(server, 'payout', payoutId);
const show = async ({ ask, token }: Trader, payoutId: string) =>
  (await ask(fetchPayout, { query: { payoutId }, token })).data.payout;
const holds = (kind: Extract<LedgerAccountKind, 'payout-paid' | 'trader-payable'>, ownerId: string) =>
  readBalance(server.deps.db, { kind, ownerId });

/** What every minute does. */
async function minute(): Promise<void> {
  await server.drain();
  await approveByRule(server.deps);
  await payByRail(server.deps);
  await creditLatePayouts(server.deps);
  await server.drain();
}

async function setIdentity({ personId }: Trader, status: 'review' | 'approved'): Promise<void> {
  await server.deps.db.updateTable('identity_check').set({ status }).where('person_id', '=', personId).execute();
}

/** Keeps the money in the account, as while the platform is down. */
function keepMoney(): () => void {
  const { transferMoney } = server.deps.platform;
  server.deps.platform.transferMoney = async () => {
    throw new Error('down');
  };
  return () => {
    server.deps.platform.transferMoney = transferMoney;
  };
}

/** A payout whose hour has passed while the platform was down, which then works again. */
async function missHour(trader: Trader, amountCents = limit): Promise<string> {
  const restore = keepMoney();
  const { id } = await request(trader, amountCents);
  await server.drain({ allowFailures: true });
  await server.clock.advance(hourMs + 1);
  await creditLatePayouts(server.deps);
  restore();
  return id;
}

describe('a payout within the hour', () => {
  test('is approved, sent and paid without anybody, and promised at the request', async () => {
    const trader = await fundTrader(server);
    const { id, promise, number } = await request(trader);
    expect(promise).toEqual({ by: server.clock.now().getTime() + hourMs, creditCents: credit });
    await minute();
    expect(await show(trader, id)).toMatchObject({ status: 'paid', netCents: limit, reference: `RTP-${number}` });
    expect(rail.asked).toHaveLength(1);
    expect(rail.asked[0]).toMatchObject({ id, number, amountCents: limit, currency: 'USD', notAfter: promise?.by });
    expect(await holds('payout-paid', trader.personId)).toBe(limit);
    expect(await finance.payable()).toMatchObject({ data: { methods: [] } });
    await server.clock.advance(3 * hourMs);
    await minute();
    expect(await show(trader, id)).toMatchObject({ netCents: limit, creditCents: 0 });
  });

  test.each([
    ['a cent above the limit', async (trader: Trader) => request(trader, limit + 1)],
    [
      'for a payee on staff',
      async (trader: Trader) => {
        const roles = { roles: ['support' as const] };
        await server.deps.db.updateTable('person').set(roles).where('id', '=', trader.personId).execute();
        return request(trader);
      },
    ],
  ])('isn’t promised %s', async (_, ask) => {
    const payout = await ask(await fundTrader(server));
    expect(payout.promise).toBeNull();
    await minute();
    expect(await statusOf(payout.id)).toBe('requested');
    expect(rail.asked).toEqual([]);
  });

  test('isn’t promised where no rail pays', async () => {
    const slow = await server.another({ rail: null });
    const trader = await fundTrader(slow);
    expect((await request(trader)).promise).toBeNull();
    await slow.close();
  });

  test('is made for one request of a person at a time', async () => {
    const trader = await fundTrader(server);
    const restore = keepMoney();
    const first = await request(trader, 30_000);
    const other = await fundTrader(server);
    await server.deps.db
      .updateTable('trading_account')
      .set({ person_id: trader.personId })
      .where('id', '=', other.accountId)
      .execute();
    const second = await request({ ...trader, request: requestOf(trader, other.accountId) }, 30_000);
    expect([first.promise, second.promise]).toEqual([expect.anything(), null]);
    restore();
  });

  test('starts with the next bank day for a request on Saturday, and is paid on Saturday all the same', async () => {
    await server.clock.advance(3 * dayMs);
    const trader = await fundTrader(server);
    const { id, promise } = await request(trader);
    // 01:00 on Monday, March 23, in Chicago.
    expect(new Date(promise?.by ?? 0).toISOString()).toBe('2026-03-23T06:00:00.000Z');
    await minute();
    expect(await statusOf(id)).toBe('paid');
  });
});

/** Requests from another account of the same person. */
function requestOf({ ask, token, destinationId }: Trader, accountId: string): Trader['request'] {
  return async (amountCents, idempotencyKey = 'another-account') =>
    ask(requestPayout, {
      body: { accountId, amountCents, destinationId, expectedNetCents: amountCents },
      token,
      idempotencyKey,
    });
}

describe('a missed hour', () => {
  test('is credited once when the hour passes, and arrives with the credit', async () => {
    const trader = await fundTrader(server);
    const restore = keepMoney();
    const { id } = await request(trader);
    await server.drain({ allowFailures: true });
    // The last moment of the hour, which isn't late yet.
    await server.clock.advance(hourMs);
    await creditLatePayouts(server.deps);
    expect((await show(trader, id)).creditCents).toBe(0);
    await server.clock.advance(1);
    await Promise.all([creditLatePayouts(server.deps), creditLatePayouts(server.deps)]);
    await creditLatePayouts(server.deps);
    expect(await show(trader, id)).toMatchObject({ creditCents: credit, netCents: limit + credit, amountCents: limit });
    restore();
    await minute();
    await server.clock.advance(minuteMs);
    await minute();
    expect(await show(trader, id)).toMatchObject({ status: 'paid', netCents: limit + credit });
    expect(rail.asked.map(({ amountCents, notAfter }) => [amountCents, notAfter])).toEqual([[limit + credit, null]]);
    expect(await holds('payout-paid', trader.personId)).toBe(limit + credit);
    const person = server.deps.db.selectFrom('person').select('email').where('id', '=', trader.personId);
    const { email } = await person.executeTakeFirstOrThrow();
    const mails = (await server.mails(email)).filter(({ text }) => text.includes('in the time we promised'));
    expect(mails.map(({ text }) => text.includes('$25.00'))).toEqual([true]);
  });

  test('ends without a credit when a check has turned red', async () => {
    const trader = await fundTrader(server);
    const { id } = await request(trader);
    await setIdentity(trader, 'review');
    await minute();
    await server.clock.advance(hourMs + 1);
    await minute();
    expect(await show(trader, id)).toMatchObject({ status: 'requested', creditCents: 0, promise: null });
    await setIdentity(trader, 'approved');
    await minute();
    expect(await show(trader, id)).toMatchObject({ status: 'paid', creditCents: 0 });
  });

  test('is credited while people look at it, and needs no further approval', async () => {
    const trader = await fundTrader(server);
    const { id } = await request(trader);
    await finance.review(id);
    await minute();
    expect(await statusOf(id)).toBe('in-review');
    await finance.approve(id);
    await server.clock.advance(hourMs + 1);
    await creditLatePayouts(server.deps);
    expect(await holds('trader-payable', trader.personId)).toBe(limit + credit);
    expect((await finance.payable()).data.methods).toMatchObject([{ payments: 1, totalCents: limit + credit }]);
    expect((await finance.send(id)).data.payout).toMatchObject({ status: 'sent', netCents: limit + credit });
    expect(rail.asked).toEqual([]);
  });

  test('takes the payout out of a draft, whose amounts are fixed', async () => {
    const trader = await fundTrader(server);
    const { id } = await request(trader);
    await finance.review(id);
    await minute();
    await finance.approve(id);
    const { data: draft } = await finance.create();
    await server.clock.advance(hourMs + 1);
    expect((await finance.export(draft.batchId ?? '')).response_status).toBe(409);
    expect((await show(trader, id)).creditCents).toBe(credit);
    const { data: next } = await finance.create();
    const { data } = await finance.export(next.batchId ?? '');
    expect(data.file.content).toContain('1025.00');
  });

  test('is given up with a payout that its trader closes', async () => {
    const trader = await fundTrader(server);
    const id = await missHour(trader);
    expect((await show(trader, id)).creditCents).toBe(credit);
    await trader.close(id);
    await minute();
    expect(await holds('trader-payable', trader.personId)).toBe(0);
    expect(await trader.balanceCents()).toBe(5_625_000);
  });

  test('counts in the public statistics, with its credit', async () => {
    const [trader, other] = [await fundTrader(server), await fundTrader(server)];
    await missHour(trader);
    await minute();
    await request(other);
    await server.clock.advance(6 * minuteMs);
    await minute();
    await server.clock.advance(dayMs);
    await rollUpPayouts(server.deps);
    const { data } = await client(server)(payoutStatistics, {});
    expect(data.figures?.all.promised).toEqual({ count: 2, medianMinutes: 6, within: 1, creditCents: credit });
    expect(data.figures?.all.paidCents).toBe(2 * limit + credit);
  });
});

describe('the rail', () => {
  test('is asked again under the same id when its answer is lost, and pays once', async () => {
    const trader = await fundTrader(server);
    rail.answer = () => {
      throw new Error('cut off');
    };
    const { id } = await request(trader);
    await minute();
    expect(await statusOf(id)).toBe('sent');
    expect((await finance.send(id)).response_status).toBe(409);
    expect((await trader.close(id)).response_status).toBe(409);
    expect((await finance.payable()).data.methods).toEqual([]);
    rail.answer = paid;
    await minute();
    expect(await statusOf(id)).toBe('paid');
    expect(new Set(rail.asked.map((payment) => payment.id))).toEqual(new Set([id]));
    expect(new Set(rail.asked.map(({ amountCents }) => amountCents))).toEqual(new Set([limit]));
  });

  test('that is down for hours refuses what is late, which is credited and left to people', async () => {
    const trader = await fundTrader(server);
    rail.answer = () => {
      throw new Error('down');
    };
    const { id } = await request(trader);
    await minute();
    await server.clock.advance(2 * hourMs);
    rail.answer = paid;
    await minute();
    expect(await show(trader, id)).toMatchObject({ status: 'approved', creditCents: credit });
    await minute();
    const { data: draft } = await finance.create();
    expect((await finance.export(draft.batchId ?? '')).data.file.content).toContain('1025.00');
  });

  test('is asked once by two jobs at the same moment', async () => {
    const trader = await fundTrader(server);
    rail.answer = () => ({ status: 'pending' });
    const { id } = await request(trader);
    await server.drain();
    await Promise.all([payByRail(server.deps), payByRail(server.deps)]);
    rail.answer = paid;
    await Promise.all([payByRail(server.deps), payByRail(server.deps)]);
    expect(await statusOf(id)).toBe('paid');
    expect(await holds('payout-paid', trader.personId)).toBe(limit);
  });

  test('isn’t asked to pay what a conduct case holds, and a returned payment goes back to the account', async () => {
    const trader = await fundTrader(server);
    const down = server.deps.rail;
    server.deps.rail = null;
    const { id } = await request(trader);
    await server.drain();
    server.deps.rail = down;
    const risk = await signInStaff(server, 'risk_manager');
    const { accountId } = trader;
    const body = { accountId, cause: 'opposite-trades' as const, evidence: 'Both sides.', sourceIds: [] };
    await finance.ask(openConduct, { body, token: risk.token });
    await payByRail(server.deps);
    expect([await statusOf(id), rail.asked]).toEqual(['approved', []]);

    rail.answer = () => ({ status: 'returned', reason: 'account-closed' });
    const other = await fundTrader(server);
    const { id: returned } = await request(other);
    await minute();
    expect(await show(other, returned)).toMatchObject({ status: 'returned', reason: 'account-closed' });
    expect(await holds('payout-paid', other.personId)).toBe(0);
  });
});
