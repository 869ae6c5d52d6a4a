import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import * as billing from '#shared/billing/contract.ts';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { testStart } from '../support/app.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { lose, play, trade } from '../support/trading.ts';
import { confirmWithdrawal } from '../support/withdrawal.ts';

let shop: Shop;
let finance: { token: string };

beforeAll(async () => {
  shop = await startShop();
  finance = await signInStaff(shop.server, 'finance');
});

afterAll(() => shop.close());

type Form = Parameters<typeof orderForm>[0];
const ascension: Form = {
  selection: { kind: 'evaluation', packageId: 'ascension-50k', platform: 'rithmic', addOns: [], coupon: '' },
  expectedTotalCents: 24_900,
};

/** A Classic 50K for $149.00 by default, bought and started. */
async function buy(change: Form = {}) {
  const form = orderForm(change);
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return { ...opened, email: form.email, accountId: (await shop.accounts(opened))[0]?.id ?? '' };
}

async function withdraw({ orderId, email }: { orderId: string; email: string }) {
  await shop.ask(billing.cancelContract, { body: { name: 'Ada Buyer', email, order: orderId } });
  await confirmWithdrawal(shop.server, email);
  await shop.server.drain();
}

/** What staff read in the ticket. */
async function noteOf(email: string): Promise<string> {
  const note = await shop.server.deps.db
    .selectFrom('ticket_message')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select('text')
    .where('ticket.email', '=', email)
    .where('ticket_message.kind', '=', 'note')
    .executeTakeFirst();
  return note?.text ?? '';
}

const preview = async (orderId: string) =>
  (await shop.ask(previewRefund, { query: { orderId }, token: finance.token })).data;
const refund = (orderId: string, refundCents: number, keptCents?: number) =>
  shop.ask(refundOrder, {
    body: { orderId, items: ['package'], refundCents, ...(keptCents !== undefined && { keptCents }), reason: 'other' },
    token: finance.token,
  });

const daysSinceStart = () => (shop.server.clock.now().getTime() - testStart) / dayMs;

// A static floor $1,250 below the start, and no period: $500 of it lost is two fifths of $249.00.
test('what we keep of a one-time evaluation follows from its account, is offered to staff, and comes off the refund', async () => {
  const bought = await buy(ascension);
  const { orderId, email } = bought;
  await play(shop.server, bought.accountId, trade(testStart + hourMs, -40));
  expect((await preview(orderId)).keptCents).toBe(0);
  await shop.server.clock.advance(2 * hourMs);
  await withdraw(bought);
  const note = await noteOf(email);
  expect(note).toContain('$500.00 of $1,250.00 to the floor');
  expect(note).not.toContain('Paid period');
  expect(note).toContain('Supplied: $99.60. To refund: $149.40.');
  expect(await preview(orderId)).toMatchObject({ refundCents: 24_900, keptCents: 9_960 });

  for (const [rest, kept] of [
    [14_941, 9_959],
    [14_939, 9_961],
    [24_901, -1],
    [24_900, 9_960],
  ] as const)
    expect((await refund(orderId, rest, kept)).error_code).toBe('refund_changed');
  const answers = await Promise.all([refund(orderId, 14_940, 9_960), refund(orderId, 14_940, 9_960)]);
  expect(answers.map((answer) => answer.error_code).sort()).toEqual(['not_refundable', undefined]);
  await shop.server.drain();
  expect((await shop.row(bought)).status).toBe('refunded');
  expect((await shop.creditNotes(bought)).map(({ totalCents }) => totalCents)).toEqual([-14_940]);
  expect(await shop.accounts(bought)).toMatchObject([{ end_reason: 'canceled' }]);
  const [mail] = (await shop.server.mails(email)).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(mail?.text).toContain('$149.40');
});

test('staff may refund the whole price instead', async () => {
  const bought = await buy(ascension);
  await play(shop.server, bought.accountId, trade(shop.server.clock.now().getTime(), -40));
  await shop.server.clock.advance(hourMs);
  await withdraw(bought);
  expect((await refund(bought.orderId, 24_900)).response_status).toBe(200);
  await shop.server.drain();
  expect((await shop.creditNotes(bought)).map(({ totalCents }) => totalCents)).toEqual([-24_900]);
});

test('an evaluation that failed was supplied in full, and nothing is offered', async () => {
  const bought = await buy();
  await lose(shop.server, bought.accountId, shop.server.clock.now().getTime());
  await withdraw(bought);
  expect(await noteOf(bought.email)).toContain('Supplied: $149.00. To refund: $0.00.');
  expect((await preview(bought.orderId)).keptCents).toBe(0);
});

test.each([
  ['Brazil', { country: 'BR' }, 'By law: the whole price.'],
  ['Argentina', { country: 'AR' }, 'By law: the whole price.'],
  ['Turkey', { country: 'TR' }, 'By law: nothing'],
  ['Colombia', { country: 'CO' }, 'By law: nothing'],
  ['Québec', { country: 'CA', postalCode: 'H2X 1Y4' }, 'No right to withdraw by country and product.'],
])('nothing is kept and nothing computed in %s', async (_place, form, law) => {
  const bought = await buy(form as Form);
  await lose(shop.server, bought.accountId, shop.server.clock.now().getTime());
  await withdraw(bought);
  const note = await noteOf(bought.email);
  expect(note).toContain(law);
  expect(note).not.toContain('Supplied:');
  expect((await preview(bought.orderId)).keptCents).toBe(0);
});

// Of a month of 31 days, in cents: 14,900 × 3 ÷ 31 = 1,441.9; × 5 = 2,403.2; × 10 = 4,806.45.
test('staff and buyer read the days that are over of the paid month, in each place where the buyer pays for them', async () => {
  const places = [
    ['GB', 3, '$14.41', '$134.59'],
    ['KR', 5, '$24.03', '$124.97'],
    ['FR', 10, '$48.06', '$100.94'],
    ['DE', 10, '$48.06', '$100.94'],
  ] as const;
  const bought = await Promise.all(places.map(async ([country]) => buy({ country })));
  const startedOn = daysSinceStart();
  for (const [index, [country, days, supplied, rest]] of places.entries()) {
    const order = bought[index];
    if (!order) throw new Error(`nothing bought in ${country}`);
    await shop.server.clock.advance((startedOn + days - daysSinceStart()) * dayMs);
    await withdraw(order);
    const note = await noteOf(order.email);
    expect(note, country).toContain(`$149.00 paid: ${days} of 31 days, ${supplied}.`);
    expect(note, country).toContain(`Supplied: ${supplied}. To refund: ${rest}.`);
    const [mail] = await shop.server.mails(order.email);
    for (const amount of [supplied, rest]) expect(mail?.text, country).toContain(amount);
  }
});
