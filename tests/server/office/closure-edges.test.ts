import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { handlers } from '#server/firm/jobs.ts';
import { requestAffiliatePayout } from '#shared/affiliates/contract-payouts.ts';
import { startClosureDryRun } from '#shared/firm/contract-closure.ts';
import { fetchPayouts } from '#shared/payouts/contract.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { credit, joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { type ClosableFirm, makeClosable } from '../support/closing.ts';
import { confirmNow, fundTrader, winningWeek } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { signInFinance } from '../support/payout-staff.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

let shop: Shop;
let firm: ClosableFirm;

beforeEach(async () => {
  shop = await startShop();
  firm = await makeClosable(shop);
});

afterEach(() => shop.close());

const now = () => shop.server.clock.now().getTime();

async function leave({ personId, token }: { personId: string; token: string }) {
  await confirmNow(shop.server, personId);
  return shop.ask(deleteProfile, { token, body: {} as never });
}

/** Requests a payout of commissions, and has it paid. */
async function draw({ token }: { token: string }, destinationId: string, amountCents: number): Promise<void> {
  const body = { amountCents, destinationId, expectedNetCents: amountCents };
  const answer = await shop.ask(requestAffiliatePayout, { body, token, idempotencyKey: randomUUID() });
  expect(answer).toMatchObject({ response_status: 200 });
  const { id } = answer.data.payout;
  const staff = await signInFinance(shop.server);
  await staff.review(id);
  await staff.approve(id);
  await staff.send(id);
  expect((await staff.settle(id)).data.payout.status).toBe('paid');
}

const kindsOf = async (closureId: string, personId: string) =>
  (await firm.linesOf(closureId, personId)).map(({ kind, amountCents, status }) => [kind, amountCents, status]);

describe('someone who deletes their profile while the firm is closing', () => {
  test('still has the payment returned that a bank decides about, and gets no mail more', async () => {
    const buyer = await firm.buy();
    await shop.press(buyer.opened, 'disputed');
    await shop.server.drain();
    const closureId = await firm.close();
    expect(await leave(buyer)).toMatchObject({ response_status: 200 });
    await shop.press(buyer.opened, 'dispute-won');
    await shop.server.drain();
    await firm.run();
    expect(await firm.refundsOf(buyer)).toEqual([-14_900]);
    expect((await firm.linesOf(closureId)).map(({ status }) => status)).toEqual(['paid']);
    const mails = (await shop.server.mails(buyer.email)).filter(({ subject }) => /encerrar/.test(subject));
    expect(mails).toEqual([]);
  });

  test('gives up a profit that they haven’t requested, but not one that is on its way', async () => {
    const [on, off] = [await fundTrader(shop.server), await fundTrader(shop.server)];
    const { db } = shop.server.deps;
    await db.deleteFrom('payout_destination').where('person_id', '=', off.personId).execute();
    await db.updateTable('orders').set({ status: 'fulfilled' }).where('person_id', '=', off.personId).execute();
    const closureId = await firm.close();
    await firm.run();
    expect((await leave(on)).error_code).toBe('delete_payout');
    expect((await leave(off)).error_code).toBeUndefined();
    await shop.server.drain();
    await firm.run();
    expect(await kindsOf(closureId, on.personId)).toEqual([['profit', 150_000, 'open']]);
    expect(await kindsOf(closureId, off.personId)).toEqual([['profit', 150_000, 'void']]);
  });
});

describe('an affiliate of a closing firm', () => {
  // Two sales of $149.00 earn $22.35 each and keep $11.17 of it once half of each is returned: $22.34, less $10.00.
  test('whose balance is below zero gets what is left of the commissions that wait', async () => {
    const affiliate = await joinAffiliates(shop);
    await credit(shop, affiliate.personId, -1_000);
    for (const _ of [1, 2]) await sellThrough(shop, affiliate.code);
    const closureId = await firm.close(50);
    expect(await kindsOf(closureId, affiliate.personId)).toEqual([['commission-waiting', 1_234, 'open']]);
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    expect((await readDashboard(shop, affiliate.token)).balances.availableCents).toBe(1_234);
    await draw(affiliate, await makePayable(shop.server, affiliate.personId), 1_234);
    expect(await kindsOf(closureId, affiliate.personId)).toEqual([['commission-waiting', 1_234, 'paid']]);
  });

  test('sees a line as paid once payouts come to it, not after any payout', async () => {
    const affiliate = await joinAffiliates(shop);
    await credit(shop, affiliate.personId, 5_000);
    await sellThrough(shop, affiliate.code);
    const closureId = await firm.close(50);
    const lines = async () =>
      (await kindsOf(closureId, affiliate.personId)).map(([, cents, status]) => [cents, status]);
    const destinationId = await makePayable(shop.server, affiliate.personId);
    await draw(affiliate, destinationId, 4_000);
    expect((await lines()).sort()).toEqual([
      [1_117, 'open'],
      [5_000, 'open'],
    ]);
    await draw(affiliate, destinationId, 1_000);
    expect((await lines()).sort()).toEqual([
      [1_117, 'open'],
      [5_000, 'paid'],
    ]);
  });

  test('gets the notice 30 days before, even without an account', async () => {
    const affiliate = await joinAffiliates(shop);
    const freezeAt = new Date(now() + 32 * dayMs).toISOString().slice(0, 16);
    const { data } = await firm.request({ freezeAt });
    await firm.decide(data.closureId, 'confirm');
    await firm.run();
    const subjects = (await shop.server.mails(affiliate.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['A Tidemark vai encerrar: a data está marcada']);
  });
});

describe('a renewal of a closing firm', () => {
  async function startRenewal(act: () => Promise<unknown>) {
    const buyer = await firm.buy();
    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await act();
    const { db } = shop.server.deps;
    const renewal = await db
      .selectFrom('orders')
      .select('id')
      .where('bill_id', 'is not', null)
      .executeTakeFirstOrThrow();
    return { ...buyer, orderId: renewal.id };
  }

  test('that is paid in spite of it goes back, once, and nobody hears of it twice', async () => {
    const { orderId, email } = await startRenewal(() =>
      shop.server.drain({ handlers: { ...handlers, 'charge-bill': async () => undefined } }),
    );
    const charged = await shop.server.deps.payments.charge({
      ...{ orderId, amountCents: 14_900, currency: 'USD', method: (await shop.row({ orderId })).payment_method ?? '' },
      ...{ description: 'Classic 50K', email, locale: 'pt' },
    });
    await firm.close();
    const before = (await shop.server.mails(email)).length;
    const change = { paymentId: charged.paymentSessionId };
    for (const _ of [1, 2]) await shop.webhook({ orderId }, 'paid', change);
    await shop.server.drain();
    await firm.run();
    expect((await shop.row({ orderId })).status).toBe('refunded');
    expect(await firm.refundsOf({ opened: { orderId } })).toEqual([-14_900]);
    const { db } = shop.server.deps;
    expect(await db.selectFrom('subscription').select('status').execute()).toEqual([{ status: 'ended' }]);
    const later = (await shop.server.mails(email)).slice(0, -before).map(({ subject }) => subject);
    expect(new Set(later).size).toBe(later.length);
    expect(await firm.ledgerCents()).toBe(0);
  });

  test('isn’t charged anymore, even if its charge was due', async () => {
    const { orderId } = await startRenewal(async () => undefined);
    const { data } = await firm.request();
    await firm.decide(data.closureId, 'confirm');
    await firm.run();
    const { db } = shop.server.deps;
    expect((await shop.row({ orderId })).status).toBe('canceled');
    const payments = await db.selectFrom('sandbox_payment').select('status').where('order_id', '=', orderId).execute();
    expect(payments.filter(({ status }) => status === 'paid')).toEqual([]);
  });
});

test('an order that cost nothing and wasn’t delivered before the freeze ends without a line', async () => {
  const order = await shop.order();
  const { db, clock } = shop.server.deps;
  const free = { status: 'paid', paid_at: clock(), total_cents: 0, lines: '[]' } as const;
  await db.updateTable('orders').set(free).where('id', '=', order.orderId).execute();
  const { data } = await firm.request();
  await firm.decide(data.closureId, 'confirm');
  await firm.run();
  expect((await shop.row(order)).status).toBe('refunded');
  expect(await shop.accounts(order)).toEqual([]);
  expect(await firm.linesOf(data.closureId)).toEqual([]);
});

describe('an account of a closing firm', () => {
  test('that breaches between the dry run and the freeze gets nothing', async () => {
    const trader = await fundTrader(shop.server);
    const dryRun = await shop.ask(startClosureDryRun, { token: firm.finance.token, body: {} });
    await shop.server.drain();
    expect(await firm.linesOf(dryRun.data.closureId, trader.personId)).toMatchObject([{ amountCents: 150_000 }]);
    await shop.server.clock.advance(8 * dayMs);
    // A loss of $10,000 is more than the $2,000 that any account of this size may lose.
    await play(shop.server, trader.accountId, trade(now(), -800));
    const closureId = await firm.close();
    await firm.run();
    expect(await firm.linesOf(closureId, trader.personId)).toEqual([]);
    const token = await shop.openSession(trader.personId);
    expect((await shop.ask(fetchPayouts, { query: {}, token })).data.payouts).toEqual([]);
  });

  // A week of $3,125 and a loss of $500: half of $2,625 less $100 is $1,262.50.
  test('has its open position closed first, and its profit is what is left then', async () => {
    const trader = await fundTrader(shop.server, { week: winningWeek(50) });
    await shop.server.clock.advance(8 * dayMs);
    const [bought, sold] = trade(now(), -40);
    await play(shop.server, trader.accountId, bought ? [bought] : []);
    const closureId = await firm.close();
    const { db } = shop.server.deps;
    const read = db.selectFrom('trading_account').select('access').where('id', '=', trader.accountId);
    expect((await read.executeTakeFirst())?.access).toMatchObject({ trading: false, flatten: true, reason: 'halt' });
    expect(await firm.linesOf(closureId)).toEqual([]);
    await shop.server.clock.advance(11 * minuteMs);
    await play(shop.server, trader.accountId, sold ? [sold] : []);
    await firm.run();
    expect(await kindsOf(closureId, trader.personId)).toEqual([['profit', 126_250, 'open']]);
  });

  test('of a platform that is away delays the plan by an hour, not longer', async () => {
    const trader = await fundTrader(shop.server, { week: winningWeek(50) });
    await shop.server.clock.advance(8 * dayMs);
    await play(shop.server, trader.accountId, trade(now(), -40).slice(0, 1));
    const closureId = await firm.close();
    await shop.server.clock.advance(hourMs - 1_000);
    await firm.run();
    expect(await firm.linesOf(closureId)).toEqual([]);
    await shop.server.clock.advance(2_000);
    await firm.run();
    expect(await firm.linesOf(closureId, trader.personId)).toHaveLength(1);
  });

  // Rules v1 of the tests: half of $6,250 less $100 is above the cap of $1,500.00; the second payout would have its own.
  test('pays what its line says, nothing beyond, and then ends', async () => {
    const trader = await fundTrader(shop.server);
    const closureId = await firm.close();
    const staff = await signInFinance(shop.server);
    const [payout] = await trader.list();
    await staff.review(payout?.id ?? '');
    await staff.approve(payout?.id ?? '');
    await staff.send(payout?.id ?? '');
    await shop.server.drain();
    expect((await trader.quote()).quote.availableCents).toBe(0);
    expect((await staff.settle(payout?.id ?? '')).data.payout.status).toBe('paid');
    await firm.run();
    await firm.run();
    expect(await kindsOf(closureId, trader.personId)).toEqual([['profit', 150_000, 'paid']]);
    expect(await trader.list()).toHaveLength(1);
    const { db } = shop.server.deps;
    expect(await db.selectFrom('trading_account').select('id').where('ended_at', 'is', null).execute()).toEqual([]);
  });
});
