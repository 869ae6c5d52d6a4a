import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { reviewOwnSales } from '#server/affiliates/review-own-sales.ts';
import { fingerprintDestination } from '#server/payouts/payees/destination-details.ts';
import { deleteProfile } from '#server/privacy/delete-profile.ts';
import { affiliateSignup, countLink } from '#shared/affiliates/contract.ts';
import * as staffCalls from '#shared/affiliates/contract-office.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { credit, firefox, joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** A sale to a buyer whose payouts go to the affiliate's bank account. */
async function suspiciousSale() {
  const affiliate = await joinAffiliates(shop);
  await makePayable(shop.server, affiliate.personId);
  const buyer = await shop.signIn();
  await makePayable(shop.server, buyer.personId);
  const browserSessionId = randomUUID();
  const headers = { 'User-Agent': firefox };
  await shop.ask(countLink, { body: { code: affiliate.code, browserSessionId }, headers });
  const body = orderForm({ browserSessionId, country: 'US' });
  const opened = (await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token: buyer.token })).data;
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const [commission] = (await readDashboard(shop, affiliate.token)).commissions;
  if (!commission) throw new Error('no commission');
  return { ...affiliate, opened, commission };
}

/** A sale to a buyer who has no payout details yet. */
async function plainSale(affiliate: Awaited<ReturnType<typeof joinAffiliates>>) {
  const buyer = await shop.signIn();
  const browserSessionId = randomUUID();
  const headers = { 'User-Agent': firefox };
  await shop.ask(countLink, { body: { code: affiliate.code, browserSessionId }, headers });
  const body = orderForm({ browserSessionId, country: 'US' });
  const opened = (await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token: buyer.token })).data;
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const [commission] = (await readDashboard(shop, affiliate.token)).commissions;
  if (!commission) throw new Error('no commission');
  return { buyer, opened, commission };
}

async function decide(commissionId: string, decision: 'allow' | 'refuse', token?: string) {
  const decidingToken = token ?? (await signInStaff(shop.server, 'reviewer')).token;
  return shop.ask(staffCalls.decideCommission, {
    body: { commissionId, decision, reason: 'They live at one address.' },
    token: decidingToken,
  });
}

describe('a commission under review', () => {
  test('a commission whose buyer shares a payout destination waits for a decision and isn’t released before it', async () => {
    const { token, commission } = await suspiciousSale();
    expect(commission).toMatchObject({ status: 'review', reviewReason: 'same-destination', decisionReason: null });
    await shop.server.clock.advance(31 * dayMs);
    await releaseCommissions(shop.server.deps);
    expect((await readDashboard(shop, token)).balances).toMatchObject({ pendingCents: 2_235, availableCents: 0 });
  });

  test('a commission waits if the buyer’s payout details become the affiliate’s later, before the release or at it', async () => {
    for (const isChecked of [true, false]) {
      const affiliate = await joinAffiliates(shop);
      await makePayable(shop.server, affiliate.personId);
      const { commission, buyer } = await plainSale(affiliate);
      expect(commission).toMatchObject({ status: 'pending', reviewReason: null });
      await makePayable(shop.server, buyer.personId);
      if (isChecked) await reviewOwnSales(shop.server.deps, buyer.personId);
      else {
        await shop.server.clock.advance(31 * dayMs);
        await releaseCommissions(shop.server.deps);
      }
      const { balances, commissions } = await readDashboard(shop, affiliate.token);
      expect(commissions).toMatchObject([{ status: 'review', reviewReason: 'same-destination' }]);
      expect(balances).toMatchObject({ pendingCents: 2_235, availableCents: 0 });
      if (!isChecked) continue;
      // What staff have allowed isn’t asked again.
      await decide(commission.id, 'allow');
      await reviewOwnSales(shop.server.deps, affiliate.personId);
      await shop.server.clock.advance(31 * dayMs);
      await releaseCommissions(shop.server.deps);
      const released = await readDashboard(shop, affiliate.token);
      expect(released.balances).toMatchObject({ pendingCents: 0, availableCents: 2_235 });
    }
  });

  test('a released commission waits again if the affiliate’s bank account turns out to be the buyer’s', async () => {
    const affiliate = await joinAffiliates(shop);
    const { buyer, commission } = await plainSale(affiliate);
    await makePayable(shop.server, buyer.personId);
    await shop.server.clock.advance(31 * dayMs);
    await releaseCommissions(shop.server.deps);
    const read = async () => {
      const { balances, commissions } = await readDashboard(shop, affiliate.token);
      return [commissions[0]?.status, balances.pendingCents, balances.availableCents];
    };
    expect(await read()).toEqual(['available', 0, 2_235]);
    // Payout details come last: none are needed before there is something to pay.
    await makePayable(shop.server, affiliate.personId);
    for (const _ of [1, 2]) await reviewOwnSales(shop.server.deps, affiliate.personId);
    expect(await read()).toEqual(['review', 2_235, 0]);
    await decide(commission.id, 'allow');
    for (const _ of [1, 2]) await releaseCommissions(shop.server.deps);
    await reviewOwnSales(shop.server.deps, affiliate.personId);
    expect(await read()).toEqual(['available', 0, 2_235]);
  });

  test('another account number with the same last digits is no sign', async () => {
    const affiliate = await joinAffiliates(shop);
    await makePayable(shop.server, affiliate.personId);
    const { buyer } = await plainSale(affiliate);
    const destinationId = await makePayable(shop.server, buyer.personId);
    const home = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
    const details = { kind: 'iban', iban: 'PT50003500001234567890154', bic: null, address: home } as const;
    await shop.server.deps.db
      .updateTable('payout_destination')
      .set({ fingerprint: fingerprintDestination(shop.server.deps, details) })
      .where('id', '=', destinationId)
      .execute();
    await reviewOwnSales(shop.server.deps, buyer.personId);
    expect((await readDashboard(shop, affiliate.token)).commissions).toMatchObject([{ status: 'pending' }]);
  });

  test('an allowed commission becomes available like any other, and the affiliate sees the reason', async () => {
    const { token, email, commission } = await suspiciousSale();
    expect((await decide(commission.id, 'allow')).response_status).toBe(200);
    expect((await decide(commission.id, 'refuse')).error_code).toBe('conflict');
    await shop.server.clock.advance(31 * dayMs);
    await releaseCommissions(shop.server.deps);
    const { balances, commissions } = await readDashboard(shop, token);
    expect(balances).toMatchObject({ pendingCents: 0, availableCents: 2_235 });
    expect(commissions).toMatchObject([{ status: 'available', decisionReason: 'They live at one address.' }]);
    await shop.server.drain();
    expect((await shop.server.mails(email)).map(({ subject }) => subject)).toContain('Comissão confirmada');
  });

  test('a refused commission is revoked once, with its reason in an email and in the audit log', async () => {
    const { token, email, opened, commission } = await suspiciousSale();
    const answers = await Promise.all([decide(commission.id, 'refuse'), decide(commission.id, 'refuse')]);
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    const { balances, commissions } = await readDashboard(shop, token);
    expect(balances).toMatchObject({ pendingCents: 0, availableCents: 0 });
    expect(commissions).toMatchObject([{ status: 'refused', revokedCents: 2_235 }]);
    const mail = (await shop.server.mails(email)).find(({ subject }) => subject === 'Comissão recusada');
    expect(mail?.text).toContain('They live at one address.');
    const entries = await shop.server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'commission')
      .where('entity_id', '=', commission.id)
      .execute();
    expect(entries).toEqual([{ action: 'commission-refused' }]);
  });

  test('reviewers can’t decide on their own commissions, and people without the role can’t decide on any', async () => {
    const { token, personId, commission } = await suspiciousSale();
    expect((await decide(commission.id, 'allow', token)).response_status).toBe(403);
    await shop.server.deps.db
      .updateTable('person')
      .set({ roles: ['reviewer'], two_factor_at: shop.server.clock.now() })
      .where('id', '=', personId)
      .execute();
    expect((await decide(commission.id, 'allow', token)).error_code).toBe('own_case');
  });
});

describe('an affiliate application', () => {
  test('is approved by staff once, with an email and the affiliate role', async () => {
    const { token, personId, email } = await shop.signIn();
    const body = {
      code: `x-${personId.slice(0, 8)}`,
      channel: 'https://a.example',
      audience: 'Traders',
      termsUse: 1 as const,
    };
    await shop.ask(affiliateSignup, { body, token });
    const staff = await signInStaff(shop.server, 'support');
    const approval = { body: { affiliateId: personId, decision: 'approved' as const }, token: staff.token };
    const rolesNow = async () => (await shop.ask(checkAuth, { token })).user?.roles;
    expect(await rolesNow()).toEqual([]);
    expect((await shop.ask(staffCalls.decideApplication, approval)).response_status).toBe(200);
    expect(await rolesNow()).toEqual(['affiliate']);
    expect((await shop.ask(staffCalls.decideApplication, approval)).error_code).toBe('conflict');
    const unknown = { ...approval, body: { ...approval.body, affiliateId: 'unknown' } };
    expect((await shop.ask(staffCalls.decideApplication, unknown)).response_status).toBe(404);
    await shop.server.drain();
    expect((await shop.server.mails(email)).map(({ subject }) => subject)).toEqual(['Já é afiliado']);
  });
});

describe('a deleted affiliate’s profile', () => {
  test('attributes no more orders, and unpaid commissions lapse to the cent', async () => {
    const affiliate = await joinAffiliates(shop);
    const { db } = shop.server.deps;
    const coupon = `BYE${affiliate.personId.slice(0, 5)}`.toUpperCase();
    await db.updateTable('affiliate').set({ coupon }).where('person_id', '=', affiliate.personId).execute();
    const opened = await sellThrough(shop, affiliate.code);
    await credit(shop, affiliate.personId, 7_000);
    await db
      .updateTable('session')
      .set({ confirmed_at: shop.server.clock.now() })
      .where('person_id', '=', affiliate.personId)
      .execute();
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', affiliate.personId)
      .executeTakeFirstOrThrow();
    await deleteProfile(shop.server.deps, {
      ...{ personId: affiliate.personId, sessionId: session.id, email: affiliate.email },
      ...{ verified: true, roles: ['affiliate'], hasSecondFactor: false },
    });
    const later = await sellThrough(shop, affiliate.code);
    expect(await shop.row(later)).toMatchObject({ affiliate_id: null });
    const selection = { ...orderForm().selection, coupon };
    const withCoupon = await shop.ask(quoteOrder, { body: { selection } });
    expect(withCoupon.data.coupon).not.toBe('applied');
    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    const balance = await db
      .selectFrom('ledger_entry')
      .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
      .select((eb) => eb.fn.sum<string>('amount_cents').as('cents'))
      .where('owner_id', '=', affiliate.personId)
      .executeTakeFirstOrThrow();
    expect(Number(balance.cents)).toBe(0);
    const commissions = await db
      .selectFrom('commission')
      .select(['status', 'amount_cents', 'revoked_cents'])
      .where('affiliate_id', '=', affiliate.personId)
      .execute();
    expect(commissions).toEqual([{ status: 'lapsed', amount_cents: 2_235, revoked_cents: 2_235 }]);
  });
});
