import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { readLiabilities } from '#server/firm/office/figures/liabilities.ts';
import * as calls from '#shared/payouts/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import * as profileCalls from '#shared/people/contract-profile.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { confirmNow, type FundedTrader, fundTrader } from '../support/funded.ts';
import { addDestination } from '../support/payee.ts';
import { type PayoutStaff, signInFinance } from '../support/payout-staff.ts';
import { play, trade } from '../support/trading.ts';

const now = testStart + 7 * dayMs;

let server: TestApp;
let finance: PayoutStaff;

beforeAll(async () => {
  server = await startTestApp({ startAt: now });
  finance = await signInFinance(server);
});

afterAll(() => server.close());

/** A payout of $1,000 that leaves 56,250 − 1,000 = 55,250 in the account, 5,250 above its floor. */
async function requestThousand(trader: FundedTrader): Promise<string> {
  const { data } = await trader.request(100_000);
  await server.drain();
  return data.payout.id;
}

async function sendThousand(trader: FundedTrader): Promise<string> {
  const payoutId = await requestThousand(trader);
  await finance.review(payoutId);
  await finance.approve(payoutId);
  await finance.send(payoutId);
  return payoutId;
}

/** 420 ticks are $5,250. */
const breach = ({ accountId }: FundedTrader) => play(server, accountId, trade(now + 1_000, -420));

const giveBack = (payoutId: string) =>
  finance.ask(staffCalls.returnPayout, {
    body: { payoutId, reason: 'account-closed', note: 'The bank says so.' },
    token: finance.token,
  });

const reject = (payoutId: string, reason: 'destination-not-verified' | 'conduct-upheld' | 'identity-not-verified') =>
  finance.ask(staffCalls.rejectPayout, { body: { payoutId, reason, note: 'A test.' }, token: finance.token });

async function readLedger({ personId, accountId }: FundedTrader) {
  const { db } = server.deps;
  return {
    expense: await readBalance(db, { kind: 'payout-expense', ownerId: accountId }),
    owed: await readBalance(db, { kind: 'trader-owed', ownerId: personId }),
    reserved: await readBalance(db, { kind: 'payout-reserved', ownerId: personId }),
    payable: await readBalance(db, { kind: 'trader-payable', ownerId: personId }),
    inTransit: await readBalance(db, { kind: 'payout-in-transit', ownerId: personId }),
    paid: await readBalance(db, { kind: 'payout-paid', ownerId: personId }),
  };
}

const nothing = { expense: 0, owed: 0, reserved: 0, payable: 0, inTransit: 0, paid: 0 };
const owedThousand = { ...nothing, expense: -100_000, owed: 100_000 };

const overview = ({ ask, token }: FundedTrader) => ask(calls.payoutAccounts, { token });

async function resend(trader: FundedTrader, payoutId: string, to = trader.destinationId, key: string = randomUUID()) {
  return trader.ask(calls.resendPayout, {
    body: { payoutId, destinationId: to },
    token: trader.token,
    idempotencyKey: key,
  });
}

describe('a payout that ends unpaid after its account', () => {
  test('was breached is owed to its payee, who sends it to another destination', async () => {
    const trader = await fundTrader(server);
    const payoutId = await sendThousand(trader);
    await breach(trader);
    await giveBack(payoutId);
    await server.drain();
    expect(await readLedger(trader)).toEqual(owedThousand);
    expect(await trader.balanceCents()).toBe(5_000_000);
    const { owed, totals } = (await overview(trader)).data;
    expect(totals).toEqual({ paidCents: 0, openCents: 0, owedCents: 100_000 });
    expect(owed).toMatchObject([{ id: payoutId, status: 'returned', money: 'owed', traderCents: 100_000 }]);
    expect(await readLiabilities(server.deps)).toMatchObject([{ program: 'classic', openCents: 100_000 }]);
    const { email, first_name, last_name } = await server.deps.db
      .selectFrom('person')
      .select(['email', 'first_name', 'last_name'])
      .where('id', '=', trader.personId)
      .executeTakeFirstOrThrow();
    const mail = (await server.mails(email)).find(({ subject }) => subject.endsWith('owed to you'));
    expect(mail?.text).toContain('/dashboard/withdrawal');

    const other = await addDestination(server, trader.personId, `${first_name} ${last_name}`);
    const { data } = await resend(trader, payoutId, other);
    const again = data.payout;
    expect(again).toMatchObject({ status: 'requested', amountCents: 100_000, originId: payoutId, money: 'deducted' });
    expect(await readLedger(trader)).toEqual({ ...nothing, expense: -100_000, reserved: 100_000 });
    expect((await overview(trader)).data.owed).toEqual([]);
    await finance.review(again.id);
    await finance.approve(again.id);
    await finance.send(again.id);
    await finance.settle(again.id);
    await server.drain();
    expect(await readLedger(trader)).toEqual({ ...nothing, expense: -100_000, paid: 100_000 });
    expect((await trader.list()).map(({ status, money }) => ({ status, money }))).toEqual([
      { status: 'paid', money: 'deducted' },
      { status: 'returned', money: 'resent' },
    ]);
  });

  test('was closed is owed, whether staff reject its destination or its trader closes it', async () => {
    for (const end of ['reject', 'close'] as const) {
      const trader = await fundTrader(server);
      const payoutId = await requestThousand(trader);
      await endAccount(server.deps, trader.accountId, 'inactivity');
      if (end === 'reject') await finance.review(payoutId);
      const ended =
        end === 'reject' ? await reject(payoutId, 'destination-not-verified') : await trader.close(payoutId);
      expect(ended.data.payout).toMatchObject({ money: 'owed' });
      await server.drain();
      expect(await readLedger(trader)).toEqual(owedThousand);
    }
  });

  test('was breached before the amount left it is owed too, and the amount still leaves', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    // 56,250 − 6,250 touches the floor at 50,000.
    await play(server, trader.accountId, trade(now + 1_000, -500));
    await finance.review(data.payout.id);
    await reject(data.payout.id, 'identity-not-verified');
    await server.drain();
    expect(await readLedger(trader)).toEqual(owedThousand);
    expect(await trader.balanceCents()).toBe(4_900_000);
  });

  test('was reset is owed instead of starting the new attempt ahead', async () => {
    const trader = await fundTrader(server);
    const payoutId = await sendThousand(trader);
    await finance.settle(payoutId);
    await play(server, trader.accountId, [{ type: 'reset', at: now + 2_000 }]);
    await giveBack(payoutId);
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_000_000);
    expect(await readLedger(trader)).toEqual(owedThousand);
  });

  test('is breached while the amount is on its way back is owed', async () => {
    const trader = await fundTrader(server);
    const payoutId = await sendThousand(trader);
    await giveBack(payoutId);
    expect((await trader.list())[0]?.money).toBe('returning');
    await breach(trader);
    await server.drain();
    expect((await trader.list())[0]?.money).toBe('owed');
    expect(await readLedger(trader)).toEqual(owedThousand);
    expect(await trader.balanceCents()).toBe(5_000_000);
  });

  test('is not owed if its conduct case was upheld', async () => {
    const trader = await fundTrader(server);
    const payoutId = await requestThousand(trader);
    await breach(trader);
    await finance.review(payoutId);
    await reject(payoutId, 'conduct-upheld');
    await server.drain();
    expect(await readLedger(trader)).toEqual(nothing);
    expect((await overview(trader)).data.owed).toEqual([]);
    expect((await resend(trader, payoutId)).error_code).toBe('payout_not_owed');
  });
});

describe('money that is owed', () => {
  async function oweThousand() {
    const trader = await fundTrader(server);
    const payoutId = await sendThousand(trader);
    await breach(trader);
    await giveBack(payoutId);
    await server.drain();
    return { trader, payoutId };
  }

  test('is sent once, however often and from however many tabs', async () => {
    const { trader, payoutId } = await oweThousand();
    const key = randomUUID();
    const [first, second] = await Promise.all([
      resend(trader, payoutId, undefined, key),
      resend(trader, payoutId, undefined, key),
    ]);
    expect(second.data.payout.id).toBe(first.data.payout.id);
    const tab = await resend(trader, payoutId);
    expect([tab.error_code, tab.data]).toEqual(['payout_open', { number: first.data.payout.number }]);
    expect(await readLedger(trader)).toEqual({ ...nothing, expense: -100_000, reserved: 100_000 });
  });

  test('is owed again each time its payment ends unpaid', async () => {
    const { trader, payoutId } = await oweThousand();
    for (const end of ['return', 'close', 'reject'] as const) {
      const again = (await resend(trader, payoutId)).data.payout.id;
      if (end !== 'close') await finance.review(again);
      if (end === 'return') {
        await finance.approve(again);
        await finance.send(again);
        await giveBack(again);
      } else if (end === 'close') await trader.close(again);
      else await reject(again, 'destination-not-verified');
      await server.drain();
      expect(await readLedger(trader)).toEqual(owedThousand);
      expect((await overview(trader)).data.owed.map(({ id }) => id)).toEqual([payoutId]);
    }
    expect(await trader.balanceCents()).toBe(5_000_000);
  });

  test('is nobody else’s, and keeps a profile from being deleted', async () => {
    const { trader, payoutId } = await oweThousand();
    const other = await fundTrader(server);
    expect((await resend(other, payoutId)).response_status).toBe(404);
    await confirmNow(server, trader.personId);
    await server.deps.db
      .updateTable('orders')
      .set({ status: 'fulfilled' })
      .where('person_id', '=', trader.personId)
      .execute();
    const refused = await trader.ask(profileCalls.deleteProfile, { token: trader.token });
    expect(refused.error_code).toBe('delete_owed');
  });
});
