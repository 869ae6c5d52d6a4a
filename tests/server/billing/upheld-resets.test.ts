import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { disputeBreach } from '#shared/accounts/contract-breach.ts';
import { decideDispute } from '#shared/firm/contract-corrections.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { lose } from '../support/trading.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** A breached Classic 50K that its owner disputed, and then reset for $79. */
async function resetDisputed() {
  const { token, email, personId } = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', personId).execute();
  const place = async (body: ReturnType<typeof orderForm>) => {
    const { data } = await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token });
    await shop.press(data, 'paid');
    await shop.server.drain();
    return data;
  };
  const accountId = (await shop.accounts(await place(orderForm())))[0]?.id ?? '';
  await lose(shop.server, accountId);
  await shop.server.drain();
  const selection: ProductSelection = {
    ...{ kind: 'reset', accountId, packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' },
  };
  const isWarned = async () => (await shop.ask(quoteOrder, { body: { selection }, token })).data.account?.isDisputed;
  const before = await isWarned();
  await shop.ask(disputeBreach, { body: { accountId, message: 'Nothing traded at that price.' }, token });
  const warned = [before, await isWarned()];
  await shop.server.clock.advance(hourMs);
  const reset = await place(orderForm({ selection, expectedTotalCents: 7_900 }));
  const { id } = await shop.server.deps.db
    .selectFrom('account_dispute')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { reset, email, warned, disputeId: id };
}

async function decide(disputeId: string, decision: 'upheld' | 'rejected') {
  const staff = await signInStaff(shop.server, 'risk_manager');
  const body = { disputeId, decision, reason: 'The exchange busted that trade.' };
  const answer = await shop.ask(decideDispute, { body, token: staff.token });
  await shop.server.drain();
  return answer.data.isRestored;
}

test('a dispute upheld after a paid reset returns the reset’s price, once, with a credit note and a mail', async () => {
  const { reset, email, warned, disputeId } = await resetDisputed();
  expect(warned).toEqual([false, true]);
  expect(await decide(disputeId, 'upheld')).toBe(false);
  expect((await shop.result(reset)).status).toBe('refunded');
  expect(await shop.creditNotes(reset)).toMatchObject([{ totalCents: -7_900 }]);
  const texts = (await shop.server.mails(email)).map(({ text }) => text).join();
  expect(texts).toContain('If you paid for a reset because of this breach, its price goes back');
});

test('a rejected dispute leaves the reset paid', async () => {
  const { reset, disputeId } = await resetDisputed();
  await decide(disputeId, 'rejected');
  expect((await shop.result(reset)).status).toBe('fulfilled');
  expect(await shop.creditNotes(reset)).toEqual([]);
});
