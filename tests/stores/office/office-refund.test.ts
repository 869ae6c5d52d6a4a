import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRefund } from '#app/billing/stores/office-refund.ts';
import { dayMs } from '#lib/durations.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { signInStaff } from '../../server/support/funded.ts';
import { orderForm, type Shop, startShop } from '../../server/support/shop.ts';
import { connectFetch, resetPage, signIn, toasts } from '../support.ts';

let shop: Shop;
let disconnect: () => void = () => undefined;
const ignored = [() => undefined, () => undefined] as const;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

beforeEach(async () => {
  const { token } = await signInStaff(shop.server, 'finance');
  disconnect = connectFetch(shop.server);
  resetPage();
  signIn(token);
});

afterEach(() => disconnect());

test('a refund blocked by an open dispute says why, and shows what goes back once the dispute is won', async () => {
  const opened = await shop.order(orderForm());
  await shop.press(opened, 'paid');
  await shop.webhook(opened, 'disputed');
  await shop.server.drain();
  const refund = createRefund(opened.orderId, ...ignored);
  await refund.$plan.load();
  const refused = refund.$plan.get();
  expect(refused.status).toBe('refused');
  expect(refused.failure?.kind === 'status' && refused.failure.message).toContain(
    'The buyer is disputing this payment',
  );
  expect(toasts()).toEqual([]);

  await shop.webhook(opened, 'dispute-won');
  await shop.server.drain();
  await refund.$plan.load();
  expect(refund.$plan.get()).toMatchObject({ status: 'ready', data: { refundCents: 14_900 } });
});

test('everything is selected first; without the package the add-ons can be refunded one by one', async () => {
  const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', coupon: '' } as const;
  const addOns = ['market-data', 'funded-reset'] as ('market-data' | 'funded-reset')[];
  const opened = await shop.order(orderForm({ selection: { ...selection, addOns }, expectedTotalCents: 22_400 }));
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const refund = createRefund(opened.orderId, ...ignored);
  const chosen = () => {
    const { items, refundCents } = refund.form.$form.get().values;
    return [items, refundCents];
  };
  refund.toggle('package');
  expect(chosen()).toEqual([[], 0]);
  await refund.$plan.load();
  expect(chosen()).toEqual([['package', 'market-data', 'funded-reset'], 22_400]);
  refund.toggle('package');
  expect(chosen()).toEqual([['market-data', 'funded-reset'], 7_500]);
  refund.toggle('funded-reset');
  expect(chosen()).toEqual([['market-data'], 500]);
  refund.toggle('market-data');
  expect(chosen()).toEqual([[], 0]);
  refund.toggle('package');
  expect(chosen()).toEqual([['package', 'market-data', 'funded-reset'], 22_400]);
  refund.toggle('package');
  refund.toggle('market-data');
  refund.form.set('reason', 'goodwill' as never);
  await refund.form.submit();
  await shop.server.drain();
  await refund.$plan.load();
  expect(refund.$plan.get()).toMatchObject({ status: 'ready', data: { returnedCents: 7_000, refundCents: 15_400 } });
});

test('a colleague’s refund in the meantime reloads the order, and what was typed stays', async () => {
  const opened = await shop.order(orderForm());
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const calls: string[] = [];
  const open = (name: string) =>
    createRefund(
      opened.orderId,
      () => calls.push(`${name} done`),
      () => calls.push(`${name} reloads`),
    );
  const [faster, slower] = [open('faster'), open('slower')];
  await Promise.all([faster.$plan.load(), slower.$plan.load()]);
  for (const { form } of [faster, slower]) {
    form.set('reason', 'goodwill' as never);
    form.set('note', 'Called twice.');
    await form.submit();
  }
  expect(calls).toEqual(['faster done', 'slower reloads']);
  expect(slower.form.$form.get()).toMatchObject({ values: { note: 'Called twice.' }, busy: false });
});

// 14,900 × 10 ÷ 31 = 4,806.45 cents of a month of 31 days.
test('what a buyer owes who withdrew is kept unless staff choose otherwise, and only of the whole order', async () => {
  const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', coupon: '' } as const;
  const form = orderForm({ selection: { ...selection, addOns: ['funded-reset'] }, expectedTotalCents: 21_900 });
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  await shop.server.clock.advance(10 * dayMs);
  await shop.ask(cancelContract, { body: { name: 'Ada Buyer', email: form.email, order: opened.orderId } });
  const { token } = await signInStaff(shop.server, 'finance');
  signIn(token);
  const refund = createRefund(opened.orderId, ...ignored);
  const chosen = () => {
    const { refundCents, keptCents } = refund.form.$form.get().values;
    return [refundCents, keptCents];
  };
  await refund.$plan.load();
  expect(chosen()).toEqual([17_094, 4_806]);
  refund.keep(0);
  expect(chosen()).toEqual([21_900, 0]);
  refund.keep(4_806);
  refund.toggle('package');
  expect(chosen()).toEqual([7_000, 0]);
  refund.toggle('package');
  expect(chosen()).toEqual([17_094, 4_806]);
});
