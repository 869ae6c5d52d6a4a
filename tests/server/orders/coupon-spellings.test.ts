import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

test.each([
  ['in lower case', 'tide20'],
  ['with spaces around it', '  TIDE20\t'],
  ['with spaces within it', 'TIDE 20'],
  ['with a mark of no width', 'TIDE20\u200b'],
  ['in full-width letters', 'ＴＩＤＥ２０'],
  ['with Arabic digits', 'TIDE٢٠'],
  ['from a Turkish keyboard', 'tİde20'],
  ['in the quotes around it', '« TIDE20 »'],
  ['with the full stop of its sentence', '“TIDE20”.'],
  ['with the line’s end', 'TIDE20\r\n'],
])('a coupon %s applies as it is published', async (_, coupon) => {
  const { selection } = orderForm();
  const { data } = await shop.ask(quoteOrder, { body: { selection: { ...selection, coupon } as typeof selection } });
  // 20 % of 149.00.
  expect([data.coupon, data.totalCents]).toEqual(['applied', 11_920]);
});
