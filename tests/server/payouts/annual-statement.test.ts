import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { requestAffiliatePayout } from '#shared/affiliates/contract-payouts.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { fetchAnnualStatements } from '#shared/payouts/contract-annual-statements.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { credit, joinAffiliates } from '../support/affiliates.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { textOf } from '../support/pdf-text.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

async function signInOffice() {
  const [reviewer, finance] = [await signInStaff(shop.server, 'reviewer'), await signInStaff(shop.server, 'finance')];
  return {
    async pay(payoutId: string) {
      const request = { body: { payoutId }, token: finance.token };
      await shop.server.drain();
      await shop.ask(staffCalls.reviewPayout, { body: { payoutId }, token: reviewer.token });
      await shop.ask(staffCalls.approvePayout, request);
      await shop.ask(staffCalls.sendPayout, { ...request, body: { payoutId, reference: 'WIRE-7' } });
      const { data } = await shop.ask(staffCalls.settlePayout, request);
      expect(data.payout.status).toBe('paid');
      return data.payout;
    },
    giveBack: (payoutId: string) =>
      shop.ask(staffCalls.returnPayout, {
        body: { payoutId, reason: 'account-closed', note: 'Bank.' },
        token: finance.token,
      }),
  };
}

async function readFile(token: string, kind: 'csv' | 'pdf', year = 2026, locale = 'en') {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': locale };
  const response = await shop.server.app.request(`/api/annual-statements.${kind}?year=${year}`, { headers });
  expect(response.status).toBe(200);
  return response;
}

const readYears = async (token: string) => (await shop.ask(fetchAnnualStatements, { token })).data.years;

describe('the annual statement', () => {
  test('agrees with the ledger: payouts paid, less payouts returned', async () => {
    const trader = await fundTrader(shop.server);
    const office = await signInOffice();
    const { payout: requested } = (await trader.request(100_000)).data;
    const paid = await office.pay(requested.id);
    const [year] = await readYears(trader.token);
    const ledger = () => readBalance(shop.server.deps.db, { kind: 'payout-paid', ownerId: trader.personId });
    // The trader keeps all of an account's first $10,000.
    expect(year).toMatchObject({
      year: 2026,
      totals: { payouts: { grossCents: 100_000, feeCents: paid.feeCents, netCents: 100_000 - paid.feeCents } },
    });
    expect(year?.totals.payouts.netCents).toBe(await ledger());
    const rows = parseCsv(await (await readFile(trader.token, 'csv')).text());
    const row = rows.find(([, kind]) => kind === 'payout');
    expect(row?.slice(2, 4)).toEqual([requested.number, '']);
    expect(row?.[5]).toBe('WIRE-7');
    expect(rows.find(([, kind]) => kind === 'total-payouts')?.[8]).toBe(((await ledger()) / 100).toFixed(2));
    await office.giveBack(requested.id);
    expect(await ledger()).toBe(0);
    const [after] = await readYears(trader.token);
    expect(after).toMatchObject({ lines: 2, totals: { payouts: { grossCents: 0, feeCents: 0, netCents: 0 } } });
  });

  test('lists affiliate payouts, purchases and refunds separately, and says what isn’t income', async () => {
    const { server, ask } = shop;
    const { personId, token } = await joinAffiliates(shop);
    const destinationId = await makePayable(server, personId);
    await credit(shop, personId, 60_00);
    const { data } = await ask(requestAffiliatePayout, {
      body: { amountCents: 60_00, destinationId, expectedNetCents: 60_00 },
      token,
      idempotencyKey: randomUUID(),
    });
    await (await signInOffice()).pay(data.payout.id);
    const { data: opened } = await ask(createOrder, { body: orderForm(), idempotencyKey: randomUUID(), token });
    await shop.press(opened, 'paid', 'normal', 'pay');
    await server.drain();
    const [bought] = await readYears(token);
    // $149.00, including 20 % French tax.
    expect(bought?.totals.purchases).toMatchObject({ grossCents: 14_900, taxCents: 2_483 });
    await shop.webhook(opened, 'refunded');
    await server.drain();
    expect((await readYears(token))[0]?.totals.purchases).toMatchObject({ grossCents: 0, taxCents: 0 });
    const rows = parseCsv(await (await readFile(token, 'csv', 2026, 'fr')).text());
    expect(rows.find(([, kind]) => kind === 'affiliate-payout')?.slice(6)).toEqual(['60.00', '0.00', '60.00', '0.00']);
    expect(rows.find(([, kind]) => kind === 'note')?.[3]).toContain('Les résultats des comptes simulés');
    expect(rows.filter(([, kind]) => kind === 'purchase' || kind === 'refund').map((row) => row[6])).toEqual([
      '149.00',
      '-149.00',
    ]);
    const pdf = Buffer.from(await (await readFile(token, 'pdf')).arrayBuffer());
    expect(textOf(pdf)).toMatch(
      /Annual statement 2026 .* Affiliate payouts received \$60\.00 Paid to us \$0\.00 Issued on/,
    );
    expect(textOf(pdf)).toContain('Paid, minus refunds $0.00 $0.00');
  });

  test('labels the demo’s payouts as samples in the reader’s language', async () => {
    const trader = await fundTrader(shop.server);
    const office = await signInOffice();
    const { payout } = (await trader.request(100_000)).data;
    await office.pay(payout.id);
    await shop.server.deps.db.updateTable('payout').set({ is_sample: true }).where('id', '=', payout.id).execute();
    const descriptionIn = async (locale: string) => {
      const rows = parseCsv(await (await readFile(trader.token, 'csv', 2026, locale)).text());
      return rows.find(([, kind]) => kind === 'payout')?.[3];
    };
    expect([await descriptionIn('en'), await descriptionIn('fr'), await descriptionIn('pt')]).toEqual([
      'Sample',
      'Exemple',
      'Exemplo',
    ]);
  });

  test('has only totals for a year without entries', async () => {
    const { token } = await shop.signIn();
    const rows = parseCsv(await (await readFile(token, 'csv', 2025)).text());
    expect(rows.slice(1).map(([, kind]) => kind)).toEqual([
      'total-payouts',
      'total-affiliate-payouts',
      'total-purchases',
      'note',
    ]);
  });
});
