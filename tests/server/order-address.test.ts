import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '../../src/contract/identity.ts';
import { orderResult, resendOrderMails } from '../../src/contract/orders.ts';
import { orderForm, type Shop, startShop } from './support/shop.ts';

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
  const password = 'quiet harbour at noon';
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

test('an order that somebody can sign in to can’t be moved', async () => {
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
