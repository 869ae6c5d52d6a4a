import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { checkPayoutDeadlines } from '#server/payouts/stages/check-deadlines.ts';
import * as calls from '#shared/affiliates/contract-payouts.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { fetchPayouts } from '#shared/payouts/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { credit, joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** An affiliate with a balance and no missing requirements. */
async function payableAffiliate(availableCents = 0) {
  const affiliate = await joinAffiliates(shop);
  const destinationId = await makePayable(shop.server, affiliate.personId);
  if (availableCents > 0) await credit(shop, affiliate.personId, availableCents);
  const { token } = affiliate;
  return {
    ...affiliate,
    request: (amountCents: number, idempotencyKey: string = randomUUID()) =>
      shop.ask(calls.requestAffiliatePayout, {
        body: { amountCents, destinationId, expectedNetCents: amountCents },
        token,
        idempotencyKey,
      }),
    close: (payoutId: string) => shop.ask(calls.closeAffiliatePayout, { body: { payoutId }, token }),
    list: async () => (await shop.ask(calls.fetchAffiliatePayouts, { query: {}, token })).data,
    balances: async () => (await readDashboard(shop, token)).balances,
  };
}

async function staffOf(...roles: Parameters<typeof signInStaff>[1][]) {
  const { token } = await signInStaff(shop.server, ...roles);
  const body = (payoutId: string) => ({ body: { payoutId }, token });
  return {
    token,
    review: (payoutId: string) => shop.ask(staffCalls.reviewPayout, body(payoutId)),
    approve: (payoutId: string) => shop.ask(staffCalls.approvePayout, body(payoutId)),
    send: (payoutId: string) => shop.ask(staffCalls.sendPayout, { body: { payoutId, reference: 'WIRE-7' }, token }),
    settle: (payoutId: string) => shop.ask(staffCalls.settlePayout, body(payoutId)),
    giveBack: (payoutId: string) =>
      shop.ask(staffCalls.returnPayout, { body: { payoutId, reason: 'account-closed', note: 'Bank.' }, token }),
    reject: (payoutId: string) =>
      shop.ask(staffCalls.rejectPayout, {
        body: { payoutId, reason: 'destination-not-verified', note: 'No such account.' },
        token,
      }),
  };
}

describe('requesting a commission payout', () => {
  test('a payout of earned commissions passes every stage until it is paid', async () => {
    const affiliate = await payableAffiliate();
    for (let sold = 0; sold < 3; sold += 1) await sellThrough(shop, affiliate.code);
    expect((await affiliate.request(5_000)).validation_errors).toHaveProperty('amountCents');
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    // 3 × $22.35
    expect(await affiliate.list()).toMatchObject({
      facts: { availableCents: 6_705, minimumCents: 5_000 },
      ...{ requirements: [], open: null, payouts: [] },
    });
    const { data } = await affiliate.request(6_000);
    const { payout } = data;
    expect(payout).toMatchObject({ source: 'affiliate', status: 'requested', netCents: 6_000, closable: true });
    expect(await affiliate.balances()).toMatchObject({ availableCents: 705, requestedCents: 6_000, paidCents: 0 });
    const [reviewer, finance] = [await staffOf('reviewer'), await staffOf('finance')];
    expect((await reviewer.review(payout.id)).data.payout.status).toBe('in-review');
    expect((await finance.approve(payout.id)).data.payout.status).toBe('approved');
    expect((await finance.send(payout.id)).data.payout.status).toBe('sent');
    expect((await affiliate.close(payout.id)).error_code).toBe('payout_settled');
    expect(await affiliate.balances()).toMatchObject({ requestedCents: 6_000, paidCents: 0 });
    expect((await finance.settle(payout.id)).data.payout.status).toBe('paid');
    expect(await affiliate.balances()).toMatchObject({ availableCents: 705, requestedCents: 0, paidCents: 6_000 });
    const [listed] = (await affiliate.list()).payouts;
    expect(listed?.stages.map(({ status }) => status)).toEqual(['requested', 'in-review', 'approved', 'sent', 'paid']);
    expect((await shop.ask(fetchPayouts, { query: {}, token: affiliate.token })).data.payouts).toEqual([]);
    await shop.server.drain();
    const subjects = (await shop.server.mails(affiliate.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes(payout.number))).toHaveLength(5);
  });

  test.each([
    [4_999, 'below the minimum of $50'],
    [8_001, 'above the balance of $80'],
  ])('a request of %i cents is refused: %s', async (amountCents) => {
    const affiliate = await payableAffiliate(8_000);
    const answer = await affiliate.request(amountCents);
    expect(answer).toMatchObject({ response_status: 422, validation_errors: { amountCents: [expect.any(String)] } });
    expect(await affiliate.balances()).toMatchObject({ availableCents: 8_000, requestedCents: 0 });
  });

  test('the rejection names what the payee still has to do', async () => {
    const { token, personId } = await joinAffiliates(shop);
    await credit(shop, personId, 9_000);
    const answer = await shop.ask(calls.requestAffiliatePayout, {
      body: { amountCents: 9_000, destinationId: 'none', expectedNetCents: 9_000 },
      token,
      idempotencyKey: randomUUID(),
    });
    expect(answer).toMatchObject({
      error_code: 'payout_requirements',
      data: {
        requirements: [{ name: 'identity-check' }, { name: 'tax-form' }, { name: 'destination' }],
      },
    });
  });

  test('of ten concurrent requests one reserves the amount, and repeating a key returns the same payout', async () => {
    const affiliate = await payableAffiliate(10_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => affiliate.request(5_000)));
    expect(answers.map(({ error_code }) => error_code ?? 'taken').sort()).toEqual([
      ...Array.from({ length: 9 }, () => 'affiliate_payout_open'),
      'taken',
    ]);
    expect(await affiliate.balances()).toMatchObject({ availableCents: 5_000, requestedCents: 5_000 });
    const other = await payableAffiliate(10_000);
    const key = randomUUID();
    const [first, again] = [await other.request(5_000, key), await other.request(5_000, key)];
    expect(again.data.payout.id).toBe(first.data.payout.id);
    expect((await other.request(6_000, key)).error_code).toBe('idempotency_conflict');
  });

  test('a trader who isn’t an affiliate can neither read nor close commission payouts', async () => {
    const affiliate = await payableAffiliate(9_000);
    const { data } = await affiliate.request(9_000);
    const stranger = await shop.signIn();
    const close = { body: { payoutId: data.payout.id }, token: stranger.token };
    expect((await shop.ask(calls.closeAffiliatePayout, close)).response_status).toBe(404);
    const list = await shop.ask(calls.fetchAffiliatePayouts, { query: {}, token: stranger.token });
    expect(list.response_status).toBe(404);
  });
});

describe('returning a commission payout', () => {
  test('a payout that is closed, rejected or returned makes its amount available again', async () => {
    const affiliate = await payableAffiliate(7_000);
    const [reviewer, finance] = [await staffOf('reviewer'), await staffOf('finance')];
    const available = { availableCents: 7_000, requestedCents: 0, paidCents: 0 };
    const closed = (await affiliate.request(7_000)).data.payout;
    expect((await affiliate.close(closed.id)).data.payout.status).toBe('canceled');
    expect((await affiliate.close(closed.id)).response_status).toBe(200);
    expect(await affiliate.balances()).toMatchObject(available);
    const rejected = (await affiliate.request(7_000)).data.payout;
    await reviewer.review(rejected.id);
    expect((await reviewer.reject(rejected.id)).data.payout).toMatchObject({ reasonNote: 'No such account.' });
    expect(await affiliate.balances()).toMatchObject(available);
    const returned = (await affiliate.request(7_000)).data.payout;
    await reviewer.review(returned.id);
    for (const step of ['approve', 'send', 'settle', 'giveBack'] as const) await finance[step](returned.id);
    expect((await affiliate.list()).payouts.map(({ status }) => status).sort()).toEqual([
      ...['canceled', 'rejected', 'returned'],
    ]);
    expect(await affiliate.balances()).toMatchObject(available);
  });

  test('a commission that can’t be released doesn’t hold up the ones after it', async () => {
    const [first, second] = [await payableAffiliate(), await payableAffiliate()];
    await sellThrough(shop, first.code);
    await sellThrough(shop, second.code);
    const { db } = shop.server.deps;
    // More than the ledger holds as pending.
    await db
      .updateTable('commission')
      .set({ amount_cents: 1_000_000 })
      .where('affiliate_id', '=', first.personId)
      .execute();
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    expect(await first.balances()).toMatchObject({ availableCents: 0 });
    expect(await second.balances()).toMatchObject({ availableCents: 2_235 });
    await db
      .updateTable('commission')
      .set({ amount_cents: 2_235 })
      .where('affiliate_id', '=', first.personId)
      .execute();
    await releaseCommissions(shop.server.deps);
    expect(await first.balances()).toMatchObject({ availableCents: 2_235 });
  });

  test('a refund after the payout leaves a negative balance, which later commissions settle', async () => {
    const affiliate = await payableAffiliate();
    const sold = [];
    for (let index = 0; index < 3; index += 1) sold.push(await sellThrough(shop, affiliate.code));
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    const { payout } = (await affiliate.request(6_705)).data;
    const [reviewer, finance] = [await staffOf('reviewer'), await staffOf('finance')];
    await reviewer.review(payout.id);
    for (const step of ['approve', 'send', 'settle'] as const) await finance[step](payout.id);
    for (const opened of sold.slice(1)) await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    expect(await affiliate.balances()).toMatchObject({ availableCents: -4_470, paidCents: 6_705 });
    const statement = await shop.server.app.request('/api/affiliate/statement.csv', {
      headers: { Authorization: `Bearer ${affiliate.token}` },
    });
    const lines = (await statement.text()).trim().split('\r\n').slice(1);
    // Three commissions, a payout and two refunds: kind, amount and the balance after each.
    expect(lines.map((line) => line.split(',')).map(([, , kind, , amount, after]) => [kind, amount, after])).toEqual([
      ['commission-released', '22.35', '22.35'],
      ['commission-released', '22.35', '44.70'],
      ['commission-released', '22.35', '67.05'],
      ['payout-requested', '-67.05', '0.00'],
      ['commission-revoked', '-22.35', '-22.35'],
      ['commission-revoked', '-22.35', '-44.70'],
    ]);
    expect(lines[3]).toContain(payout.number);
    // Each commission stays with the payout that paid it; two of them must be paid back.
    const paid = [{ number: payout.number, isPaid: true, amountCents: 2_235 }];
    const { commissions } = await readDashboard(shop, affiliate.token);
    expect(commissions.map(({ payouts }) => payouts)).toEqual([paid, paid, paid]);
    expect(commissions.map(({ clawbackCents }) => clawbackCents).sort()).toEqual([0, 2_235, 2_235]);
    expect(commissions.map(({ owedCents }) => owedCents).sort()).toEqual([0, 2_235, 2_235]);
    await credit(shop, affiliate.personId, 9_469);
    // 94.69 − 44.70 is one cent below the minimum.
    expect((await affiliate.request(4_999)).validation_errors).toHaveProperty('amountCents');
    await credit(shop, affiliate.personId, 1);
    expect((await affiliate.request(5_000)).response_status).toBe(200);
  });
});

describe('the audit trail', () => {
  test('leads from the click to the payout that paid the commission, and the file’s sums add up', async () => {
    const affiliate = await payableAffiliate();
    const other = await joinAffiliates(shop);
    await sellThrough(shop, other.code);
    for (let sold = 0; sold < 3; sold += 1) {
      await sellThrough(shop, affiliate.code);
      await shop.server.clock.advance(1_000);
    }
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    const closed = (await affiliate.request(6_705)).data.payout;
    await affiliate.close(closed.id);
    const { payout } = (await affiliate.request(5_000)).data;
    const allocation = (amountCents: number) => ({ number: payout.number, isPaid: false, amountCents });
    // Newest first: the $50.00 are $22.35 + $22.35 of the two oldest and $5.30 of the third.
    const read = async () => (await readDashboard(shop, affiliate.token)).commissions;
    expect(await read()).toMatchObject([
      { clickId: 'c-1', page: '/classic-accounts', payouts: [allocation(530)], unpaidCents: 1_705 },
      { payouts: [allocation(2_235)], unpaidCents: 0 },
      { payouts: [allocation(2_235)], unpaidCents: 0 },
    ]);
    const [reviewer, finance] = [await staffOf('reviewer'), await staffOf('finance')];
    await reviewer.review(payout.id);
    for (const step of ['approve', 'send', 'settle'] as const) await finance[step](payout.id);
    expect((await read()).flatMap(({ payouts }) => payouts.map(({ isPaid }) => isPaid))).toEqual([true, true, true]);
    expect((await readDashboard(shop, other.token)).commissions).toMatchObject([{ payouts: [], unpaidCents: 2_235 }]);

    const answer = await shop.server.app.request('/api/affiliate/commissions.csv', {
      headers: { Authorization: `Bearer ${affiliate.token}` },
    });
    const [head = [], ...lines] = (await answer.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const rows = lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
    expect(rows.map(({ payouts }) => payouts)).toEqual(
      ['5.30', '22.35', '22.35'].map((amount) => `${payout.number} ${amount}`),
    );
    for (const row of rows) {
      const cents = (name: string) => Math.round(Number(row[`${name}_usd`]) * 100);
      expect(Math.round(Number(row['price_before_tax']) * Number(row['share_percent']))).toBe(cents('commission'));
      expect(cents('commission') - cents('taken_back')).toBe(
        cents('paid_out') + cents('settled') + cents('unpaid') - cents('clawback'),
      );
    }
  });
});

describe('staff and affiliate payouts', () => {
  test('a payout at the limit needs two approvers, and nobody can approve their own', async () => {
    const affiliate = await payableAffiliate(300_000);
    const { payout } = (await affiliate.request(300_000)).data;
    const [first, second] = [await staffOf('reviewer', 'finance'), await staffOf('finance')];
    await first.review(payout.id);
    expect((await first.approve(payout.id)).data.payout.status).toBe('in-review');
    expect((await first.approve(payout.id)).data.payout.status).toBe('in-review');
    expect((await second.approve(payout.id)).data.payout.status).toBe('approved');
    const staffAffiliate = await payableAffiliate(5_000);
    const ownPayout = (await staffAffiliate.request(5_000)).data.payout;
    await first.review(ownPayout.id);
    await shop.server.deps.db
      .updateTable('person')
      .set({ roles: ['finance'], two_factor_at: shop.server.clock.now() })
      .where('id', '=', staffAffiliate.personId)
      .execute();
    await shop.server.deps.db
      .updateTable('session')
      .set({ confirmed_at: shop.server.clock.now() })
      .where('person_id', '=', staffAffiliate.personId)
      .execute();
    const self = await shop.ask(staffCalls.approvePayout, {
      body: { payoutId: ownPayout.id },
      token: staffAffiliate.token,
    });
    expect(self.error_code).toBe('own_case');
  });

  test('a payout appears in the queue, and a missed deadline alerts staff and affiliate once', async () => {
    const affiliate = await payableAffiliate(5_000);
    const { payout } = (await affiliate.request(5_000)).data;
    const { token } = await staffOf('finance');
    const { rows } = (await shop.ask(officeLists.payouts.page, { query: { status: 'requested' }, token })).data;
    expect(rows.map(({ id }) => id)).toContain(payout.id);
    const details = await shop.ask(staffCalls.inspectPayout, { query: { payoutId: payout.id }, token });
    expect(details.data).toMatchObject({ quote: null, payout: { source: 'affiliate' } });
    await shop.server.clock.advance(7 * dayMs);
    await checkPayoutDeadlines(shop.server.deps);
    await checkPayoutDeadlines(shop.server.deps);
    await shop.server.drain();
    const isAboutPayout = (subject: string) => subject.includes(payout.number);
    const { supportEmail } = shop.server.deps.catalog.site;
    expect((await shop.server.mails(supportEmail)).filter(({ subject }) => isAboutPayout(subject))).toHaveLength(1);
    expect((await shop.server.mails(affiliate.email)).filter(({ subject }) => isAboutPayout(subject))).toHaveLength(2);
  });
});
