import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { fetchDiscount } from '#shared/catalog/contract.ts';
import { createCoupon, endCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount, endDiscount } from '#shared/catalog/contract-discounts.ts';
import { officeCatalog } from '#shared/catalog/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { quoteOrder } from '#shared/orders/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  const person = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  await giveRoles(server, person.personId, ['finance']);
  token = person.token;
});

afterAll(() => server.close());

const body = {
  code: 'spring-15',
  percent: 15,
  program: 'classic' as const,
  to: '2026-03-12',
  titleEn: 'Spring sizing',
  titleFr: 'Tailles de printemps',
  titlePt: 'Tamanhos da primavera',
};

const readTicker = async (locale = 'en') => (await ask(fetchDiscount, { locale })).data.PackageDiscount;

test('a discount started by staff appears in the ticker and the list until they end it or it expires', async () => {
  const before = await readTicker();
  const { data } = await ask(createDiscount, { token, body });
  expect(await readTicker()).toEqual({
    status: 1,
    title: 'Spring sizing',
    offer: null,
    code: 'SPRING-15',
    expire_at: '2026-03-13T00:00:00.000Z',
    // 15 % off $99, $149, $259 and $369.
    prices: {
      'classic-25k': { cents: 8_415, text: '$84.15' },
      'classic-50k': { cents: 12_665, text: '$126.65' },
      'classic-100k': { cents: 22_015, text: '$220.15' },
      'classic-150k': { cents: 31_365, text: '$313.65' },
    },
  });
  expect(await readTicker('fr')).toMatchObject({
    title: 'Tailles de printemps',
    prices: { 'classic-25k': { text: '84,15\u00a0$\u00a0US' } },
  });
  // The catalog's own codes, which no list of the office has.
  expect((await ask(officeCatalog, { token })).data.codes).toContainEqual({
    ...{
      file: 'content/catalog/coupons.yaml',
      code: 'TIDE20',
      percentBps: 2_000,
      expiresAt: Date.UTC(2027, 0, 1, 5, 59, 59),
    },
  });
  const list = await ask(officeLists.discounts.page, { token, query: {} });
  expect(list.data.rows).toMatchObject([{ code: 'SPRING-15', percent: 15, programs: 'classic' }]);
  expect((await ask(createDiscount, { token, body })).response_status).toBe(409);
  expect((await ask(endDiscount, { token, body: { discountId: data.discountId } })).response_status).toBe(200);
  expect((await ask(endDiscount, { token, body: { discountId: data.discountId } })).response_status).toBe(409);
  expect(await readTicker()).toEqual(before);

  await ask(createDiscount, { token, body: { ...body, code: 'late-10', percent: 10 } });
  expect((await readTicker())?.code).toBe('LATE-10');
  await server.clock.advance(2 * dayMs);
  expect(await readTicker()).toEqual(before);
});

test('a code of the catalog and an end date in the past are refused', async () => {
  expect(
    (await ask(createDiscount, { token, body: { ...body, code: 'TIDE20', to: '2026-04-01' } })).response_status,
  ).toBe(409);
  const late = await ask(createDiscount, { token, body: { ...body, code: 'GONE-5', to: '2026-03-01' } });
  expect(late.validation_errors).toHaveProperty('to');
});

test('a coupon created by staff applies from its first day until it is ended, and allows at least one use', async () => {
  const selection = { kind: 'evaluation' as const, packageId: 'classic-50k', platform: 'rithmic' as const, addOns: [] };
  const quote = async (coupon: string) =>
    (await ask(quoteOrder, { body: { selection: { ...selection, coupon } } })).data;
  const today = server.deps.clock().toISOString().slice(0, 10);
  const coupon = {
    code: 'desk-10',
    percent: 10,
    program: 'all' as const,
    from: today,
    to: today,
    uses: '1',
    oncePerPerson: 'yes' as const,
  };
  const { data } = await ask(createCoupon, { token, body: coupon as never });
  const { totalCents: full } = await quote('');
  const reduced = await quote('Desk-10');
  expect([full, reduced.totalCents, reduced.coupon]).toEqual([14_900, 13_410, 'applied']);
  expect((await ask(createCoupon, { token, body: coupon as never })).response_status).toBe(409);
  expect(
    (await ask(createDiscount, { token, body: { ...body, code: 'DESK-10', to: '2026-04-01' } })).response_status,
  ).toBe(409);
  const list = await ask(officeLists.coupons.page, { token, query: {} });
  expect(list.data.rows).toMatchObject([{ code: 'DESK-10', percent: 10, programs: 'all', uses: 1, taken: 0 }]);
  expect((await ask(endCoupon, { token, body: { couponId: data.couponId } })).response_status).toBe(200);
  expect((await quote('DESK-10')).coupon).toBe('unknown');
  const wrong = await ask(createCoupon, { token, body: { ...coupon, code: 'DESK-11', uses: '0' } as never });
  expect(wrong.validation_errors).toHaveProperty('uses');
});
