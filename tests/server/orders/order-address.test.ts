import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { countLink } from '#shared/affiliates/contract.ts';
import { createCoupon } from '#shared/catalog/contract-coupons.ts';
import { createOrder, orderResult, resendOrderMails } from '#shared/orders/contract.ts';
import { setPassword } from '#shared/people/contract.ts';
import { firefox, joinAffiliates, readDashboard } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const address = (name: string) => `${name}-${randomUUID()}@example.com`;

async function buy(change: Parameters<typeof orderForm>[0] = {}) {
  const form = orderForm({ email: address('mistyped'), ...change });
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return { form, opened, browserSessionId: form.browserSessionId ?? '' };
}

type Purchase = Awaited<ReturnType<typeof buy>>;

const resend = ({ opened, browserSessionId }: Purchase, change: object = {}) =>
  shop.ask(resendOrderMails, {
    body: { orderId: opened.orderId, sessionId: opened.sessionId, browserSessionId, ...change },
  });
const subjects = async (to: string) => (await shop.server.mails(to)).map(({ subject }) => subject);
const linkOf = async (to: string) => {
  const mail = (await shop.server.mails(to)).find(({ text }) => text.includes('/password/set/'));
  return /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const choosePassword = (email: string, code: string) => {
  const password = 'quiet harbor at noon';
  return shop.ask(setPassword, { body: { email, code, password, confirm_password: password } });
};

test('one email says that the account is ready and links to the page for choosing a password', async () => {
  const { form, opened } = await buy();
  expect((await subjects(form.email)).sort()).toEqual(['Classic 50K is ready to trade', 'Your receipt: Classic 50K']);
  expect(await choosePassword(form.email, await linkOf(form.email))).toMatchObject({ response_status: 200 });
  expect((await shop.result(opened)).passwordWanted).toBe(false);
});

test('the browser that ordered sees the full address, other browsers a masked one', async () => {
  const { form, opened, browserSessionId } = await buy();
  const query = { orderId: opened.orderId, sessionId: opened.sessionId };
  const ownResult = await shop.ask(orderResult, { query: { ...query, browserSessionId } });
  expect(ownResult.data).toMatchObject({ email: form.email, isAddressOpen: true });
  const other = await shop.ask(orderResult, { query: { ...query, browserSessionId: randomUUID() } });
  expect(other.data.isAddressOpen).toBe(false);
  expect(other.data.email).not.toBe(form.email);
});

test('a corrected address gets the purchase with a working link, and the mistyped one gets nothing more', async () => {
  const bought = await buy();
  const oldCode = await linkOf(bought.form.email);
  const before = await subjects(bought.form.email);
  const right = address('right');
  expect(await resend(bought, { email: right })).toMatchObject({ response_status: 200, data: { email: right } });
  await shop.server.drain();
  expect((await subjects(right)).sort()).toEqual(['Classic 50K is ready to trade', 'Your receipt: Classic 50K']);
  expect(await subjects(bought.form.email)).toEqual(before);
  for (const email of [bought.form.email, right])
    expect((await choosePassword(email, oldCode)).response_status).not.toBe(200);
  expect(await choosePassword(right, await linkOf(right))).toMatchObject({
    response_status: 200,
    user: { email: right },
  });
  const [account] = await shop.accounts(bought.opened);
  expect(account?.person_id).toBe((await shop.row(bought.opened)).person_id);
});

test('emails can be sent again to the same address with a working link', async () => {
  const bought = await buy();
  await resend(bought);
  await shop.server.drain();
  expect(await subjects(bought.form.email)).toHaveLength(4);
  expect(await choosePassword(bought.form.email, await linkOf(bought.form.email))).toMatchObject({
    response_status: 200,
  });
});

test('another browser, another session, an unpaid order and an unknown order get the same response', async () => {
  const bought = await buy();
  const unpaid = orderForm();
  const opened = await shop.order(unpaid);
  const answers = await Promise.all([
    resend(bought, { browserSessionId: randomUUID(), email: address('thief') }),
    resend(bought, { sessionId: 'wrong', email: address('thief') }),
    resend(bought, { orderId: 'unknown' }),
    resend({ form: unpaid, opened, browserSessionId: unpaid.browserSessionId ?? '' }, { email: address('thief') }),
  ]);
  expect(answers.map(({ response_status }) => response_status)).toEqual([404, 404, 404, 404]);
  expect((await shop.row(bought.opened)).email).toBe(bought.form.email);
});

test('an order that someone can sign in to can’t be moved', async () => {
  const bought = await buy();
  await choosePassword(bought.form.email, await linkOf(bought.form.email));
  expect(await resend(bought, { email: address('thief') })).toMatchObject({ response_status: 409 });
  const known = await shop.signIn();
  const gift = await buy({ email: known.email });
  expect(await resend(gift, { email: address('thief') })).toMatchObject({ response_status: 409 });
  expect((await shop.row(gift.opened)).person_id).toBe(known.personId);
});

test('correcting to a known person’s address moves the purchase there without giving access to that account', async () => {
  const known = await shop.signIn();
  const bought = await buy();
  await resend(bought, { email: known.email });
  await shop.server.drain();
  expect((await shop.row(bought.opened)).person_id).toBe(known.personId);
  const mails = await shop.server.mails(known.email);
  expect(mails.map(({ subject }) => subject)).toContain('Classic 50K is ready to trade');
  expect(mails.some(({ text }) => text.includes('/password/set/'))).toBe(false);
});

test('an order isn’t moved if another buyer used the mistyped address', async () => {
  const first = await buy();
  await buy({ email: first.form.email });
  expect(await resend(first, { email: address('right') })).toMatchObject({ response_status: 409 });
});

/** A Classic 50K bought for $149.00 without tax after a visit to the affiliate's link: $22.35 of commission. */
async function buyThrough(code: string) {
  const browserSessionId = randomUUID();
  await shop.ask(countLink, { body: { code, browserSessionId }, headers: { 'User-Agent': firefox } });
  return buy({ browserSessionId, country: 'US' });
}

test('an affiliate to whom a guest’s purchase moves, even under an alias, loses its attribution and earns nothing', async () => {
  const self = await joinAffiliates(shop);
  for (const email of [self.email, self.email.replace('@', '+two@')]) {
    const bought = await buyThrough(self.code);
    expect((await readDashboard(shop, self.token)).balances.pendingCents).toBe(2_235);
    expect(await resend(bought, { email })).toMatchObject({ response_status: 200 });
    await shop.server.drain();
    expect(await shop.row(bought.opened)).toMatchObject({ email, affiliate_id: null, affiliate_via: null });
    const { balances, commissions } = await readDashboard(shop, self.token);
    expect(balances).toEqual({ pendingCents: 0, availableCents: 0, heldCents: 0, requestedCents: 0, paidCents: 0 });
    expect(commissions[0]).toMatchObject({ amountCents: 2_235, revokedCents: 2_235, status: 'refused' });
    // A later refund takes nothing more.
    await shop.webhook(bought.opened, 'refunded');
    await shop.server.drain();
    expect((await readDashboard(shop, self.token)).balances.pendingCents).toBe(0);
  }
});

test('a commission that is already available is taken back, and one of someone else’s purchase stays', async () => {
  const [self, other] = [await joinAffiliates(shop), await joinAffiliates(shop)];
  const [own, sold] = [await buyThrough(self.code), await buyThrough(other.code)];
  await shop.server.clock.advance(31 * dayMs);
  await releaseCommissions(shop.server.deps);
  await resend(own, { email: self.email });
  await resend(sold, { email: self.email });
  await shop.server.drain();
  expect((await readDashboard(shop, self.token)).balances).toMatchObject({ pendingCents: 0, availableCents: 0 });
  expect((await readDashboard(shop, other.token)).balances).toMatchObject({ pendingCents: 0, availableCents: 2_235 });
  expect(await shop.row(sold.opened)).toMatchObject({ person_id: self.personId, affiliate_id: other.personId });
});

test('a once-per-person coupon works once for the person to whom purchases move', async () => {
  const staff = await signInStaff(shop.server, 'finance');
  const today = shop.server.clock.now().toISOString().slice(0, 10);
  const body = {
    code: 'ONCE-10',
    percent: 10,
    program: 'all',
    from: today,
    to: today,
    uses: '',
    oncePerPerson: 'yes',
  } as const;
  expect(await shop.ask(createCoupon, { token: staff.token, body })).toMatchObject({ response_status: 200 });
  const selection = { ...orderForm().selection, coupon: 'ONCE-10' };
  const reduced = { selection, expectedTotalCents: 13_410 };
  const right = address('right');
  const [first, second, third] = [await buy(reduced), await buy(reduced), await buy(reduced)];
  expect(await resend(first, { email: right })).toMatchObject({ response_status: 200 });
  const alias = right.replace('@', '+two@');
  const answers = [await resend(second, { email: right }), await resend(third, { email: alias })];
  expect(answers.map(({ response_status, error_code }) => [response_status, error_code])).toEqual([
    [409, 'coupon_once'],
    [409, 'coupon_once'],
  ]);
  expect(await shop.row(second.opened)).toMatchObject({ email: second.form.email });
  // The code is free again for the first mistyped address, and used up for the right one.
  await buy({ ...reduced, email: first.form.email });
  const again = orderForm({ ...reduced, email: right });
  const answer = await shop.ask(createOrder, { body: again, idempotencyKey: randomUUID() });
  expect(answer).toMatchObject({ response_status: 409, error_code: 'coupon_used' });
});
