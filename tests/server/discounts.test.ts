import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscount, endDiscount } from '../../src/contract/discounts.ts';
import { officeLists } from '../../src/contract/office/lists.ts';
import { fetchDiscount } from '../../src/contract/packages.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { client } from './support/client.ts';
import { giveRoles, signInPerson } from './support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  const person = await signInPerson(server, { lifetimeMs: 30 * 86_400_000 });
  await giveRoles(server, person.personId, ['finance']);
  token = person.token;
});

afterAll(() => server.close());

const body = {
  code: 'spring-15',
  percent: 15,
  programme: 'classic' as const,
  to: '2026-03-12',
  titleEn: 'Spring sizing',
  titleFr: 'Tailles de printemps',
  titlePt: 'Tamanhos da primavera',
};

const readTicker = async (locale = 'en') => (await ask(fetchDiscount, { locale })).data.PackageDiscount;

test('a discount started by staff is what the ticker shows and the list holds, until they end it or it expires', async () => {
  const before = await readTicker();
  const { data } = await ask(createDiscount, { token, body });
  expect(await readTicker()).toEqual({
    status: 1,
    title: 'Spring sizing',
    offer: null,
    code: 'SPRING-15',
    expire_at: '2026-03-13T00:00:00.000Z',
  });
  expect((await readTicker('fr'))?.title).toBe('Tailles de printemps');
  const list = await ask(officeLists.discounts.page, { token, query: {} });
  expect(list.data.rows).toMatchObject([{ code: 'SPRING-15', percent: 15, programmes: 'classic' }]);
  expect((await ask(createDiscount, { token, body })).response_status).toBe(409);
  expect((await ask(endDiscount, { token, body: { discountId: data.discountId } })).response_status).toBe(200);
  expect((await ask(endDiscount, { token, body: { discountId: data.discountId } })).response_status).toBe(409);
  expect(await readTicker()).toEqual(before);

  await ask(createDiscount, { token, body: { ...body, code: 'late-10', percent: 10 } });
  expect((await readTicker())?.code).toBe('LATE-10');
  await server.clock.advance(2 * 86_400_000);
  expect(await readTicker()).toEqual(before);
});

test('a code of the catalogue and a day that has passed are refused', async () => {
  expect(
    (await ask(createDiscount, { token, body: { ...body, code: 'TIDE20', to: '2026-04-01' } })).response_status,
  ).toBe(409);
  const late = await ask(createDiscount, { token, body: { ...body, code: 'GONE-5', to: '2026-03-01' } });
  expect(late.validation_errors).toHaveProperty('to');
});
