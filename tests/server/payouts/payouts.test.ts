import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { getPayoutVersion, readCatalog } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { getRow } from '#server/core/database/rows.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import * as calls from '#shared/payouts/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  // 10:00 in Chicago on the Wednesday after the week in which the accounts traded.
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

type StaffRole = Parameters<typeof signInStaff>[1];

async function staffOf(...roles: StaffRole[]) {
  return staffAt(server, ...roles);
}

async function staffAt(app: TestApp, ...roles: StaffRole[]) {
  const { token, personId } = await signInStaff(app, ...roles);
  const ask = client(app);
  return {
    personId,
    review: (payoutId: string) => ask(staffCalls.reviewPayout, { body: { payoutId }, token }),
    approve: (payoutId: string) => ask(staffCalls.approvePayout, { body: { payoutId }, token }),
    send: (payoutId: string) => ask(staffCalls.sendPayout, { body: { payoutId, reference: 'WIRE-1' }, token }),
    settle: (payoutId: string) => ask(staffCalls.settlePayout, { body: { payoutId }, token }),
    reject: (payoutId: string) =>
      ask(staffCalls.rejectPayout, {
        body: { payoutId, reason: 'identity-not-verified', note: 'The photo is not readable.' },
        token,
      }),
    giveBack: (payoutId: string) =>
      ask(staffCalls.returnPayout, { body: { payoutId, reason: 'account-closed', note: 'The bank says so.' }, token }),
  };
}

/** The ledger balances of a person and an account. */
async function readLedger(personId: string, accountId: string) {
  const { db } = server.deps;
  return {
    expense: await readBalance(db, { kind: 'payout-expense', ownerId: accountId }),
    reserved: await readBalance(db, { kind: 'payout-reserved', ownerId: personId }),
    payable: await readBalance(db, { kind: 'trader-payable', ownerId: personId }),
    inTransit: await readBalance(db, { kind: 'payout-in-transit', ownerId: personId }),
    paid: await readBalance(db, { kind: 'payout-paid', ownerId: personId }),
  };
}

const empty = { expense: 0, reserved: 0, payable: 0, inTransit: 0, paid: 0 };

describe('requesting a payout', () => {
  test('the quote shows what can be requested: (6,250 − 100) ÷ 2 = 3,075, capped at 1,500', async () => {
    const trader = await fundTrader(server);
    const { quote } = await trader.quote();
    expect(quote).toMatchObject({
      allowed: true,
      amountCents: 150_000,
      availableCents: 150_000,
      shareCents: 307_500,
      limitedBy: 'cap',
      capNumber: 1,
      balanceAfterCents: 5_475_000,
      traderCents: 150_000,
      firmCents: 0,
      netCents: 150_000,
    });
  });

  // Five days of $5,000: (25,000 − 100) ÷ 2 = 12,450 is more than any cap.
  test.each([
    ['merit-25k', 100_000],
    ['merit-50k', 150_000],
    ['merit-100k', 200_000],
    ['merit-150k', 250_000],
  ])('the soft daily limit of %s doesn’t reduce a payout: its cap of %i cents does', async (packageId, capCents) => {
    const trader = await fundTrader(server, { packageId, ticks: 400 });
    expect((await trader.quote()).quote).toMatchObject({
      ...{ allowed: true, limitedBy: 'cap', maximumCents: capCents, aboveFloorCents: null },
    });
  });

  test('a payout of twice Merit’s daily limit leaves the whole limit of that day to trade with', async () => {
    const trader = await fundTrader(server, { packageId: 'merit-25k', ticks: 400 });
    expect((await trader.request(100_000)).response_status).toBe(200);
    await server.drain();
    const read = async () =>
      (
        await server.deps.db
          .selectFrom('trading_account')
          .select('state')
          .where('id', '=', trader.accountId)
          .executeTakeFirstOrThrow()
      ).state;
    // 25,000 + 25,000 − 1,000, and a limit of 500 below it.
    const paid = { status: 'active', breach: null, balanceCents: 4_900_000, dailyFloorCents: 4_850_000 };
    expect(await read()).toMatchObject(paid);
    const later = testStart + 7 * dayMs + hourMs;
    await play(server, trader.accountId, trade(later, -39));
    expect(await read()).toMatchObject({ status: 'active', balanceCents: 4_851_250 });
    await play(server, trader.accountId, trade(later + hourMs, -1));
    expect(await read()).toMatchObject({ status: 'locked', breach: null, balanceCents: 4_850_000 });
  });

  test('a request reserves the amount and withdraws it from the account, which can then trade on', async () => {
    const trader = await fundTrader(server);
    const { data, response_status } = await trader.request(100_000);
    expect(response_status).toBe(200);
    expect(data.payout).toMatchObject({
      status: 'requested',
      amountCents: 100_000,
      netCents: 100_000,
      closable: true,
      money: 'deducting',
      // Two bank days after Wednesday, at 17:00 in Chicago.
      decisionDueAt: Date.UTC(2026, 2, 20, 22),
    });
    expect(await readLedger(trader.personId, trader.accountId)).toEqual({
      ...empty,
      expense: -100_000,
      reserved: 100_000,
    });
    expect(await trader.balanceCents()).toBe(5_625_000);
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_525_000);
    expect((await trader.list())[0]?.money).toBe('deducted');
    const account = await server.deps.db
      .selectFrom('trading_account')
      .select(['access', 'suspended_at'])
      .where('id', '=', trader.accountId)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ access: { trading: true }, suspended_at: null });
  });

  test('repeating a key returns the same payout, and another body under the key is a conflict', async () => {
    const trader = await fundTrader(server);
    const key = randomUUID();
    const first = await trader.request(100_000, key);
    const again = await trader.request(100_000, key);
    expect(again.data.payout.id).toBe(first.data.payout.id);
    expect((await trader.request(110_000, key)).error_code).toBe('idempotency_conflict');
  });

  test.each([
    [24_999, 'below the minimum of 250'],
    [150_001, 'above the cap of 1,500'],
  ])('a request of %i cents is refused: %s', async (amountCents) => {
    const trader = await fundTrader(server);
    const answer = await trader.request(amountCents);
    expect(answer).toMatchObject({ response_status: 409, error_code: 'payout_conditions' });
    expect(await readLedger(trader.personId, trader.accountId)).toEqual(empty);
  });

  test('a request with outdated figures gets the current quote', async () => {
    const { ask, accountId, destinationId, token } = await fundTrader(server);
    const answer = await ask(calls.requestPayout, {
      body: { accountId, amountCents: 100_000, destinationId, expectedNetCents: 90_000 },
      token,
      idempotencyKey: randomUUID(),
    });
    expect(answer).toMatchObject({ error_code: 'payout_changed', data: { quote: { netCents: 100_000 } } });
  });

  test('a destination that is too new or another person’s is refused with the missing requirement', async () => {
    const trader = await fundTrader(server);
    const { db } = server.deps;
    const usable_at = new Date(server.clock.now().getTime() + 1);
    await db.updateTable('payout_destination').set({ usable_at }).where('id', '=', trader.destinationId).execute();
    expect(await trader.request(50_000)).toMatchObject({
      error_code: 'payout_requirements',
      data: { requirements: [{ name: 'destination-age', usableAt: usable_at.getTime() }] },
    });
    const stranger = await fundTrader(server);
    const theirs = await trader.ask(calls.requestPayout, {
      body: {
        accountId: trader.accountId,
        amountCents: 50_000,
        destinationId: stranger.destinationId,
        expectedNetCents: 50_000,
      },
      token: trader.token,
      idempotencyKey: randomUUID(),
    });
    expect(theirs).toMatchObject({
      error_code: 'payout_requirements',
      data: { requirements: [{ name: 'destination' }] },
    });
  });

  test('only one request can be open per account', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(50_000);
    const second = await trader.request(50_000);
    expect(second).toMatchObject({ error_code: 'payout_open', data: { number: data.payout.number } });
  });

  test('another person’s account and payout are not found', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(50_000);
    const stranger = await signInPerson(server);
    const close = await trader.ask(calls.closeRithmicPayout, {
      body: { payoutId: data.payout.id },
      token: stranger.token,
    });
    expect(close.response_status).toBe(404);
    const quote = await trader.ask(calls.payoutQuoteCall, {
      query: { accountId: trader.accountId },
      token: stranger.token,
    });
    expect(quote.response_status).toBe(404);
  });
});

describe('returning a payout', () => {
  test('closing before the platform has been asked moves no money', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    const closed = await trader.close(data.payout.id);
    expect(closed.data.payout).toMatchObject({ status: 'canceled', money: 'returned', closable: false });
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect(await readLedger(trader.personId, trader.accountId)).toEqual(empty);
    expect((await trader.close(data.payout.id)).response_status).toBe(200);
  });

  test('closing later restores the amount, cap, winning days and full share', async () => {
    const trader = await fundTrader(server);
    const before = (await trader.quote()).quote;
    const { data } = await trader.request(100_000);
    await server.drain();
    expect((await trader.quote()).quote).toMatchObject({ allowed: false, capNumber: 2, availableCents: 0 });
    await trader.close(data.payout.id);
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect((await trader.quote()).quote).toEqual(before);
    expect(await readLedger(trader.personId, trader.accountId)).toEqual(empty);
  });

  test('the dxFeed call doesn’t close a request on a Rithmic account', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    const wrong = await trader.ask(calls.closeDxfeedPayout, {
      body: { payoutId: data.payout.id },
      token: trader.token,
    });
    expect(wrong.response_status).toBe(404);
  });

  test('a rejection has a reason and returns everything', async () => {
    const trader = await fundTrader(server);
    const reviewer = await staffOf('reviewer');
    const { data } = await trader.request(100_000);
    await server.drain();
    const rejected = await reviewer.reject(data.payout.id);
    expect(rejected.data.payout).toMatchObject({ status: 'rejected', reason: 'identity-not-verified' });
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect(await readLedger(trader.personId, trader.accountId)).toEqual(empty);
    const [mail] = await server.mails(`${trader.personId.toLowerCase()}@example.com`);
    expect(mail?.subject).toBe(`Payout ${data.payout.number}: rejected`);
    expect(mail?.text).toContain('Reason: We couldn’t verify your identity');
  });
});

describe('paying a payout', () => {
  let finance: Awaited<ReturnType<typeof staffOf>>;
  let reviewer: Awaited<ReturnType<typeof staffOf>>;

  beforeEach(async () => {
    finance = await staffOf('finance');
    reviewer = await staffOf('reviewer');
  });

  async function request(amountCents = 100_000) {
    const trader = await fundTrader(server);
    const { data } = await trader.request(amountCents);
    await server.drain();
    await reviewer.review(data.payout.id);
    return { trader, payoutId: data.payout.id };
  }

  test('an approved payout is sent and paid, and the ledger follows', async () => {
    const { trader, payoutId } = await request();
    const ledger = () => readLedger(trader.personId, trader.accountId);
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
    expect(await ledger()).toEqual({ ...empty, expense: -100_000, payable: 100_000 });
    expect((await finance.send(payoutId)).data.payout).toMatchObject({ status: 'sent', reference: 'WIRE-1' });
    expect(await ledger()).toEqual({ ...empty, expense: -100_000, inTransit: 100_000 });
    expect((await trader.close(payoutId)).error_code).toBe('payout_settled');
    const paid = (await finance.settle(payoutId)).data.payout;
    expect(paid.stages.map(({ status }) => status)).toEqual(['requested', 'in-review', 'approved', 'sent', 'paid']);
    expect(paid).toMatchObject({ status: 'paid', dueAt: null });
    expect(await ledger()).toEqual({ ...empty, expense: -100_000, paid: 100_000 });
    await server.drain();
    const { masked } = await getRow(server.deps.db, 'payout_destination', trader.destinationId, ['masked']);
    const mails = await server.mails(`${trader.personId.toLowerCase()}@example.com`);
    const textOf = (status: string) =>
      mails.find(({ subject }) => subject === `Payout ${paid.number}: ${status}`)?.text;
    expect(textOf('paid')).toContain(`To: ${masked}`);
    // Each date names what happens by it.
    expect(textOf('in review')).toMatch(/^Decision by: /m);
    expect(textOf('approved')).toMatch(/^Sent by: /m);
    expect(textOf('sent')).toMatch(/^Arrives by: /m);
  });

  test('a returned payout goes back to the account, even after it was booked as paid', async () => {
    const { trader, payoutId } = await request();
    await finance.approve(payoutId);
    await finance.send(payoutId);
    await finance.settle(payoutId);
    await finance.giveBack(payoutId);
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect(await readLedger(trader.personId, trader.accountId)).toEqual(empty);
    expect((await trader.quote()).quote).toMatchObject({ allowed: true, capNumber: 1 });
  });

  test('a payout can’t be approved before its money has left the account', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    await reviewer.review(data.payout.id);
    expect((await finance.approve(data.payout.id)).error_code).toBe('payout_money');
  });

  test('a step that the status doesn’t allow is refused', async () => {
    const { payoutId } = await request();
    expect((await finance.send(payoutId)).error_code).toBe('payout_step');
    expect((await finance.settle(payoutId)).error_code).toBe('payout_step');
  });
});

test('an account bought before a later version of the rules keeps the payout deadlines of its own', async () => {
  const read = readCatalog();
  const catalog = {
    ...read,
    packages: { ...read.packages, rulesVersion: 'v1' },
    payoutsByRule: { ...read.payoutsByRule, upToCents: 0 },
  };
  const sold = catalog.packages.rulesVersion;
  const next = `${sold}1`;
  const rules = catalog.rules[sold];
  if (!rules) throw new Error(`The catalog has no ${sold}`);
  const slower = {
    ...getPayoutVersion(catalog),
    reviewBusinessDays: 5,
    stageBankDays: { requested: 4, approved: 4, sent: 8 },
  };
  const later = await startTestApp({
    startAt: testStart + 7 * dayMs,
    catalog: {
      ...catalog,
      packages: { ...catalog.packages, rulesVersion: next },
      rules: { ...catalog.rules, [next]: { ...rules, version: next } },
      payouts: { ...catalog.payouts, [next]: slower },
    },
  });
  onTestFinished(() => later.close());
  const [reviewer, finance] = [await staffAt(later, 'reviewer'), await staffAt(later, 'finance')];
  // Bought while the earlier version was on sale.
  const trader = await fundTrader({ ...later, deps: { ...later.deps, catalog } });
  // Wednesday, March 18: one bank day ends on Thursday, two on Friday and three on Monday, at 17:00 in Chicago.
  const [thursday, friday, monday] = [19, 20, 23].map((day) => Date.UTC(2026, 2, day, 22));
  expect((await trader.quote()).decisionDueAt).toBe(friday);
  const { payout } = (await trader.request(100_000)).data;
  expect(payout).toMatchObject({ dueAt: thursday, decisionDueAt: friday });
  await later.drain();
  expect((await reviewer.review(payout.id)).data.payout.dueAt).toBe(friday);
  expect((await finance.approve(payout.id)).data.payout.dueAt).toBe(thursday);
  expect((await finance.send(payout.id)).data.payout.dueAt).toBe(monday);
});
