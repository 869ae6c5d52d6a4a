import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { runDryRun, startDailyDryRun } from '#server/firm/closure/dry-run.ts';
import { planClosure } from '#server/firm/closure/plan.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { closurePlan, startClosureDryRun } from '#shared/firm/contract-closure.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import * as calls from '#shared/orders/contract.ts';
import { credit, joinAffiliates, sellThrough } from '../support/affiliates.ts';
import { testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { giveRoles } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

let shop: Shop;
let support: Awaited<ReturnType<typeof signInStaff>>;
let finance: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  shop = await startShop();
  support = await signInStaff(shop.server, 'support');
  finance = await signInStaff(shop.server, 'finance');
});

afterAll(() => shop.close());

async function buy(form = orderForm()) {
  const person = await shop.signIn();
  const options = { body: form, idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(calls.createOrder, options);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const [account] = await shop.accounts(opened);
  return { ...person, opened, accountId: account?.id ?? '' };
}

async function dryRun(token = support.token): Promise<string> {
  const { data } = await shop.ask(startClosureDryRun, { token, body: {} });
  await shop.server.drain();
  return data.closureId;
}

const linesOf = async (closure: string, person: string) =>
  (await shop.ask(officeLists.closureLines.page, { token: finance.token, query: { closure, person } })).data.rows;

/** A day of $7,000 that has closed. */
const oneWinningDay = [
  ...trade(testStart, 560),
  { type: 'mark', at: testStart + dayMs, instrument: 'ES', month: '2026-12', priceTicks: 1 } as const,
];

describe('a dry run of a closure', () => {
  test('names what each person gets: an evaluation’s payment, whether it was traded or not', async () => {
    const untouched = await buy();
    const traded = await buy();
    await play(shop.server, traded.accountId, trade(shop.server.clock.now().getTime(), -10));
    const closureId = await dryRun();
    for (const { personId, accountId } of [untouched, traded])
      expect(await linesOf(closureId, personId)).toMatchObject([
        { kind: 'refund', accountId, amountCents: 14_900, hold: null },
      ]);
    const query = { id: closureId };
    const { row } = (await shop.ask(officeLists.closures.record, { token: support.token, query })).data;
    expect(row).toMatchObject({ status: 'dry-run', heldCents: 0 });
    expect(row.totalCents).toBe(row.closureRefundCents);
  });

  test('leaves out what was refunded or is on its way, and lets wait what a bank decides', async () => {
    const refunded = await buy();
    const body: BodyOf<typeof refundOrder> = {
      orderId: refunded.opened.orderId,
      items: ['package'],
      refundCents: 14_900,
      reason: 'goodwill',
    };
    expect(await shop.ask(refundOrder, { token: finance.token, body })).toMatchObject({ response_status: 200 });
    const disputed = await buy();
    await shop.press(disputed.opened, 'disputed');
    await shop.server.drain();
    const closureId = await dryRun();
    expect(await linesOf(closureId, refunded.personId)).toEqual([]);
    expect(await linesOf(closureId, disputed.personId)).toMatchObject([
      { kind: 'refund', amountCents: 14_900, hold: 'chargeback' },
    ]);
  });

  // Rules v1 of the tests, Classic 50K: half of $6,250 less $100, capped at $1,500, all of it the trader’s; one day of
  // $7,000 comes to the same.
  test('counts a funded profit without winning days, and a requested payout on its own', async () => {
    const trader = await fundTrader(shop.server);
    const { quote } = await trader.quote();
    const before = await linesOf(await dryRun(), trader.personId);
    expect(before).toMatchObject([{ kind: 'profit', accountId: trader.accountId, amountCents: 150_000 }]);
    const oneDay = await fundTrader(shop.server, { week: oneWinningDay });
    expect((await oneDay.quote()).quote.availableCents).toBe(0);
    expect(await linesOf(await dryRun(), oneDay.personId)).toMatchObject([
      { kind: 'profit', accountId: oneDay.accountId, amountCents: 150_000 },
    ]);
    const requested = await trader.request(quote.maximumCents);
    expect(requested).toMatchObject({ response_status: 200 });
    const after = await linesOf(await dryRun(), trader.personId);
    expect(after.filter(({ kind }) => kind === 'payout')).toMatchObject([{ amountCents: 150_000 }]);
  });

  test('takes back the commission of a payment that it returns, and pays the others', async () => {
    const affiliate = await joinAffiliates(shop);
    const kept = 5_000;
    await credit(shop, affiliate.personId, kept);
    await sellThrough(shop, affiliate.code);
    const lines = await linesOf(await dryRun(), affiliate.personId);
    expect(lines).toMatchObject([{ kind: 'commission', amountCents: kept, hold: null }]);
  });

  test('lets a commission wait whose sale a bank disputes, and counts it once', async () => {
    const { personId, code } = await joinAffiliates(shop);
    const [, disputed] = [await sellThrough(shop, code), await sellThrough(shop, code)];
    // Two released commissions of $22.35 each, and $50.00 from before.
    const released = { status: 'available', released_at: shop.server.clock.now() } as const;
    await shop.server.deps.db.updateTable('commission').set(released).where('affiliate_id', '=', personId).execute();
    await credit(shop, personId, 5_000 + 2 * 2_235);
    await shop.press(disputed, 'disputed');
    await shop.server.drain();
    const lines = await linesOf(await dryRun(), personId);
    expect(lines.map(({ amountCents, hold }) => [amountCents, hold])).toEqual([
      [5_000, null],
      [2_235, 'chargeback'],
    ]);
  });

  test('treats someone on staff like anyone else', async () => {
    const member = await buy();
    await giveRoles(shop.server, member.personId, ['reviewer']);
    expect(await linesOf(await dryRun(member.token), member.personId)).toMatchObject([{ amountCents: 14_900 }]);
  });

  test('runs once at a time, replaces the one before, and may be computed twice', async () => {
    const earlier = await dryRun();
    const answers = await Promise.all(
      [1, 2].map(() => shop.ask(startClosureDryRun, { token: support.token, body: {} })),
    );
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
    const { closureId } = answers.find(({ response_status }) => response_status === 200)?.data ?? { closureId: '' };
    await planClosure(shop.server.deps, closureId, shop.server.clock.now());
    await shop.server.drain();
    const { rows } = (await shop.ask(officeLists.closures.page, { token: support.token, query: {} })).data;
    expect(rows.map(({ id }) => id)).not.toContain(earlier);
    const row = rows.find(({ id }) => id === closureId);
    const lines = await shop.server.deps.db
      .selectFrom('closure_line')
      .select((eb) => eb.fn.sum<string>('amount_cents').as('cents'))
      .where('closure_id', '=', closureId)
      .executeTakeFirstOrThrow();
    expect(row?.totalCents).toBe(Number(lines.cents));
    const again = await dryRun();
    const { row: second } = (
      await shop.ask(officeLists.closures.record, { token: support.token, query: { id: again } })
    ).data;
    expect(second.totalCents).toBe(row?.totalCents);
  });

  test('computes again what a stop cut short, and doesn’t wait for a run that failed for good', async () => {
    const { deps, clock } = shop.server;
    const buyer = await buy();
    const request = { requested_by: 'person:gone', requested_at: clock.now() };
    await deps.db
      .insertInto('closure')
      .values({ id: 'stopped', ...request })
      .execute();
    await planClosure(deps, 'stopped', clock.now());
    const body: BodyOf<typeof refundOrder> = {
      ...{ orderId: buyer.opened.orderId, items: ['package'], refundCents: 14_900, reason: 'goodwill' },
    };
    expect(await shop.ask(refundOrder, { token: finance.token, body })).toMatchObject({ response_status: 200 });
    await runDryRun(deps, 'stopped');
    expect(await linesOf('stopped', buyer.personId)).toEqual([]);
    await deps.db
      .insertInto('closure')
      .values({ id: 'failed', ...request })
      .execute();
    const start = async () => (await shop.ask(startClosureDryRun, { token: support.token, body: {} })).response_status;
    expect(await start()).toBe(409);
    await clock.advance(hourMs + 1);
    expect(await start()).toBe(200);
    await shop.server.drain();
  });

  test('shows the lines to finance alone', async () => {
    const query = { closure: await dryRun() };
    const answer = await shop.ask(officeLists.closureLines.page, { token: support.token, query });
    expect(answer.response_status).toBe(403);
  });
});

describe('the public plan', () => {
  const read = async (minimumPaid: number) => {
    const { deps } = shop.server;
    const catalog = { ...deps.catalog, payoutStatistics: { ...deps.catalog.payoutStatistics, minimumPaid } };
    const real = await shop.server.another({ catalog, env: { ...deps.env, demo: false } });
    return (await client(real)(closurePlan, {})).data;
  };

  test('has no sums before the daily run, and none while they would be about too few people', async () => {
    expect(await read(1)).toEqual({ isSample: false, isClosing: false, asOf: null, sums: null });
    await startDailyDryRun(shop.server.deps);
    await shop.server.drain();
    expect(await read(1_000)).toEqual({ isSample: false, isClosing: false, asOf: '2026-03-11', sums: null });
  });

  test('publishes the daily sums in the order of payment, and says in the demo that they are samples', async () => {
    await buy();
    await startDailyDryRun(shop.server.deps);
    await shop.server.drain();
    const { sums } = await read(1);
    expect(sums?.map(({ kind }) => kind)).toEqual(['payout', 'profit', 'commission', 'commission-waiting', 'refund']);
    expect(sums?.at(-1)?.amountCents).toBeGreaterThanOrEqual(14_900);
    expect((await shop.ask(closurePlan, {})).data).toMatchObject({ isSample: true, sums });
  });
});
