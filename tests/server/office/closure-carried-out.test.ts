import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import type { Deps } from '#server/core/deps.ts';
import { carryOutClosure } from '#server/firm/closure/carry-out.ts';
import * as closures from '#shared/firm/contract-closure.ts';
import { listAnnouncements } from '#shared/messages/contract-announcements.ts';
import * as calls from '#shared/orders/contract.ts';
import * as people from '#shared/people/contract.ts';
import { credit, joinAffiliates, sellThrough } from '../support/affiliates.ts';
import { type ClosableFirm, makeClosable } from '../support/closing.ts';
import { confirmNow, fundTrader } from '../support/funded.ts';
import { giveRoles } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
let firm: ClosableFirm;

beforeEach(async () => {
  shop = await startShop();
  firm = await makeClosable(shop);
});

afterEach(() => shop.close());

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const now = () => shop.server.clock.now().getTime();
const quote = () => shop.ask(calls.quoteOrder, { body: { selection: orderForm().selection, country: 'FR' } as never });

describe('the decision to close', () => {
  test('takes an administrator, then another person from finance, both reauthenticated', async () => {
    expect((await firm.request({}, firm.finance.token)).response_status).toBe(403);
    const stale = await shop.signIn();
    await giveRoles(shop.server, stale.personId, ['admin']);
    expect(await firm.request({}, stale.token)).toMatchObject({ response_status: 403, data: { confirm: 1 } });
    const { data } = await firm.request();
    expect((await firm.request()).response_status).toBe(409);
    const otherTab = await shop.openSession(firm.admin.personId);
    await confirmNow(shop.server, firm.admin.personId);
    expect((await firm.decide(data.closureId, 'confirm', otherTab)).response_status).toBe(403);
    await firm.run();
    expect(await firm.statusOf(data.closureId)).toBe('requested');
    expect((await quote()).response_status).toBe(200);
    const answers = await Promise.all([1, 2].map(() => firm.decide(data.closureId, 'confirm')));
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    await firm.run();
    expect(await firm.statusOf(data.closureId)).toBe('closing');
    expect((await firm.decide(data.closureId, 'withdraw')).response_status).toBe(409);
  });

  test('leaves a day to confirm and the 30 days’ notice of the terms, and is announced and withdrawn by mail, even a second before', async () => {
    const buyer = await firm.buy();
    const at = now() + 31 * dayMs;
    const aboutClosing = async () =>
      (await shop.server.mails(buyer.email))
        .map(({ subject }) => subject)
        .filter((subject) => /encerrar|aberta/.test(subject));
    expect((await firm.request({ freezeAt: minuteOf(at - 60_000) })).response_status).toBe(422);
    const { data } = await firm.request({ freezeAt: minuteOf(at) });
    await firm.run();
    expect(await aboutClosing()).toEqual([]);
    await firm.decide(data.closureId, 'confirm');
    await firm.run();
    expect(await aboutClosing()).toEqual(['A Tidemark vai encerrar: a data está marcada']);
    await shop.server.clock.advance(at - now() - 1_000);
    await firm.run();
    expect(await firm.statusOf(data.closureId)).toBe('confirmed');
    expect((await firm.decide(data.closureId, 'withdraw', (await firm.appoint('admin')).token)).response_status).toBe(
      200,
    );
    await shop.server.clock.advance(2_000);
    await firm.run();
    expect(await firm.statusOf(data.closureId)).toBe('withdrawn');
    expect(await aboutClosing()).toContain('A Tidemark continua aberta');
    expect((await quote()).response_status).toBe(200);
  });

  test('isn’t confirmed within 30 days of its day, nor more than a day after a request to begin at once', async () => {
    const { data: dated } = await firm.request({ freezeAt: minuteOf(now() + 32 * dayMs) });
    await shop.server.clock.advance(2 * dayMs);
    expect((await firm.decide(dated.closureId, 'confirm')).response_status).toBe(409);
    expect((await firm.decide(dated.closureId, 'withdraw')).response_status).toBe(200);
    const { data: atOnce } = await firm.request();
    await shop.server.clock.advance(dayMs);
    expect((await firm.decide(atOnce.closureId, 'confirm')).response_status).toBe(409);
  });
});

describe('a closure that has begun', () => {
  test('sells nothing, signs nobody up, and returns what is paid all the same', async () => {
    const late = await shop.order();
    await firm.close();
    expect(await quote()).toMatchObject({ response_status: 409 });
    const again = { body: orderForm(), idempotencyKey: randomUUID() };
    expect((await shop.ask(calls.createOrder, again)).response_status).toBe(409);
    const form = {
      first_name: 'A',
      last_name: 'B',
      email: 'new@example.com',
      country: 'FR',
      captcha: 'x',
      termsUse: 1,
    };
    const passwords = { password: 'a-long-new-password', confirm_password: 'a-long-new-password' };
    expect((await shop.ask(people.register, { body: { ...form, ...passwords } as never })).response_status).toBe(409);
    await shop.press(late, 'paid');
    await shop.server.drain();
    expect((await shop.row(late)).status).toBe('refunded');
    expect(await shop.accounts(late)).toEqual([]);
    expect(await shop.creditNotes(late)).toMatchObject([{ totalCents: -14_900 }]);
  });

  // Rules v1 of the tests: Classic 50K costs $149.00; a week of $6,250 pays $1,500.00, less no fee.
  test('pays everyone what its lines say, once, and says so by mail, banner and page', async () => {
    const buyer = await firm.buy();
    const trader = await fundTrader(shop.server);
    const affiliate = await joinAffiliates(shop);
    await credit(shop, affiliate.personId, 5_000);
    await sellThrough(shop, affiliate.code);
    const closureId = await firm.close();
    await firm.run();
    expect(await firm.linesOf(closureId, buyer.personId)).toMatchObject([
      { kind: 'refund', amountCents: 14_900, status: 'paid' },
    ]);
    expect(await firm.linesOf(closureId, trader.personId)).toMatchObject([
      { kind: 'profit', amountCents: 150_000, status: 'open' },
    ]);
    expect(await firm.linesOf(closureId, affiliate.personId)).toMatchObject([
      { kind: 'commission', amountCents: 5_000, status: 'open' },
    ]);
    expect(await firm.refundsOf(buyer)).toEqual([-14_900]);
    const payouts = await trader.list();
    expect(payouts).toMatchObject([{ status: 'requested', amountCents: 150_000, feeCents: 0 }]);
    const { db } = shop.server.deps;
    expect(await db.selectFrom('subscription').select('id').where('status', '<>', 'ended').execute()).toEqual([]);
    const open = await db.selectFrom('trading_account').select('id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([{ id: trader.accountId }]);
    expect(await firm.ledgerCents()).toBe(0);
    const [mail, ...others] = (await shop.server.mails(buyer.email)).filter(({ subject }) => /encerrar/.test(subject));
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/149,00/);
    const { data } = await shop.ask(listAnnouncements, { token: trader.token });
    expect(data.announcements).toMatchObject([{ title: 'We’re closing' }]);
    const plan = (await shop.ask(closures.closurePlan, {})).data;
    expect(plan.isClosing).toBe(true);
    const sums = Object.fromEntries(plan.sums?.map(({ kind, amountCents }) => [kind, amountCents]) ?? []);
    // Three purchases of $149.00 run: the buyer’s, the affiliate’s sale, and none of the funded trader’s.
    expect(sums).toMatchObject({ payout: 0, profit: 150_000, commission: 5_000, refund: 2 * 14_900 });
  });

  test('goes on after a stop between two refunds, and pays nobody twice', async () => {
    const buyers = [await firm.buy(), await firm.buy(), await firm.buy()];
    const { data } = await firm.request();
    await firm.decide(data.closureId, 'confirm');
    const { deps } = shop.server;
    let sent = 0;
    const send: Deps['jobs']['send'] = (executor, name, payload, options) => {
      if (name === 'refund-order' && ++sent === 2) throw new Error('stopped');
      return deps.jobs.send(executor, name, payload, options);
    };
    await expect(carryOutClosure({ ...deps, jobs: { ...deps.jobs, send } })).rejects.toThrow('stopped');
    await shop.server.drain();
    const before = await firm.linesOf(data.closureId);
    await Promise.all([firm.run(), firm.run()]);
    await firm.run();
    for (const buyer of buyers) {
      expect(await firm.refundsOf(buyer)).toEqual([-14_900]);
      const mails = (await shop.server.mails(buyer.email)).filter(({ subject }) => /encerrar/.test(subject));
      expect(mails).toHaveLength(1);
    }
    const after = await firm.linesOf(data.closureId);
    expect(after.map(({ id, amountCents }) => [id, amountCents])).toEqual(
      before.map(({ id, amountCents }) => [id, amountCents]),
    );
    expect(after.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  });

  test('waits for a bank: a chargeback that is won is then returned, one that is lost isn’t returned again', async () => {
    const [won, lost, later] = [await firm.buy(), await firm.buy(), await firm.buy()];
    for (const { opened } of [won, lost]) await shop.press(opened, 'disputed');
    await shop.server.drain();
    const closureId = await firm.close();
    for (const { personId } of [won, lost])
      expect(await firm.linesOf(closureId, personId)).toMatchObject([{ status: 'held', hold: 'chargeback' }]);
    await shop.press(won.opened, 'dispute-won');
    await shop.press(lost.opened, 'dispute-lost');
    await shop.press(later.opened, 'disputed');
    await shop.server.drain();
    await firm.run();
    for (const buyer of [won, lost, later]) expect(await firm.refundsOf(buyer)).toEqual([-14_900]);
    expect((await firm.linesOf(closureId)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  });

  // Half of $149.00 is $74.50. A commission of $22.35 for it loses $11.18, half a cent rounded up, and keeps $11.17.
  test('returns a part of each payment, and takes back that part of its commission', async () => {
    const affiliate = await joinAffiliates(shop);
    const sale = await sellThrough(shop, affiliate.code);
    const closureId = await firm.close(50);
    const refunds = (await firm.linesOf(closureId)).filter(({ kind }) => kind === 'refund');
    expect(refunds).toMatchObject([{ amountCents: 7_450, status: 'paid' }]);
    expect(await firm.refundsOf({ opened: sale })).toEqual([-7_450]);
    expect(await firm.linesOf(closureId, affiliate.personId)).toMatchObject([
      { kind: 'commission-waiting', amountCents: 1_117 },
    ]);
    const { db } = shop.server.deps;
    const commission = await db.selectFrom('commission').selectAll().where('order_id', '=', sale.orderId).execute();
    expect(commission).toMatchObject([{ amount_cents: 2_235, revoked_cents: 1_118 }]);
    expect(await firm.ledgerCents()).toBe(0);
  });

  test('leaves a requested payout on its way, and doesn’t pay its account again', async () => {
    const trader = await fundTrader(shop.server);
    const { quote: offered } = await trader.quote();
    expect(await trader.request(offered.maximumCents)).toMatchObject({ response_status: 200 });
    const closureId = await firm.close();
    await firm.run();
    const lines = await firm.linesOf(closureId, trader.personId);
    expect(lines.filter(({ kind }) => kind === 'payout')).toMatchObject([{ amountCents: 150_000, status: 'open' }]);
    const owed = lines.filter(({ kind }) => kind === 'profit').reduce((sum, { amountCents }) => sum + amountCents, 0);
    const requested = (await trader.list()).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(requested).toBeLessThanOrEqual(150_000 + owed);
    expect(await firm.ledgerCents()).toBe(0);
  });

  test('stays begun if the clock is set back, and renews nothing', async () => {
    const buyer = await firm.buy();
    const closureId = await firm.close();
    await shop.server.clock.advance(-dayMs);
    await firm.run();
    expect(await firm.statusOf(closureId)).toBe('closing');
    expect((await quote()).response_status).toBe(409);
    await shop.server.clock.advance(60 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const { db } = shop.server.deps;
    const orders = await db.selectFrom('orders').select('id').where('person_id', '=', buyer.personId).execute();
    expect(orders).toHaveLength(1);
  });
});
