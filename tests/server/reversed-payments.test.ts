import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../src/contract/orders.ts';
import { payoutQuoteCall } from '../../src/contract/payouts.ts';
import type { ProductSelection } from '../../src/contract/selection.ts';
import { orderForm, type Shop, startShop } from './support/shop.ts';
import { pass } from './support/trading.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

const classic = {
  packageId: 'classic-50k',
  platform: 'rithmic',
  addOns: [],
  coupon: '',
} satisfies Partial<ProductSelection>;

async function placeOrder({ token }: Person, selection: ProductSelection, cents: number, country = 'BR') {
  const body = orderForm({ selection, expectedTotalCents: cents, country });
  const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token });
  expect(answer.response_status, answer.response_message).toBe(200);
  return answer.data;
}

async function buy(person: Person, selection: ProductSelection, cents: number) {
  const opened = await placeOrder(person, selection, cents);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

const readAccount = (id: string) =>
  shop.server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A Brazilian's evaluation, whose price stays refundable for seven days after it has started. */
async function passEvaluation() {
  const person = await shop.signIn();
  const evaluation = await buy(person, { kind: 'evaluation', ...classic }, 14_900);
  const [account] = await shop.accounts(evaluation);
  const accountId = account?.id ?? '';
  await pass(shop.server, accountId);
  await shop.server.drain();
  const platformUser = account?.platform_user ?? '';
  const activation: ProductSelection = { kind: 'funded-activation', ...classic, accountId, platformUser };
  return { person, evaluation, accountId, activation };
}

async function openFunded() {
  const passed = await passEvaluation();
  const [funded] = await shop.accounts(await buy(passed.person, passed.activation, 12_900));
  return { ...passed, fundedId: funded?.id ?? '' };
}

const webhook = async (...message: Parameters<Shop['webhook']>) => {
  await shop.webhook(...message);
  await shop.server.drain();
};

describe('the funded account of an evaluation whose payment is disputed', () => {
  const passesSuspensionCheck = async ({ person, fundedId: accountId }: Awaited<ReturnType<typeof openFunded>>) => {
    const { data } = await shop.ask(payoutQuoteCall, { query: { accountId }, token: person.token });
    return data.quote.checks.find(({ name }) => name === 'not-suspended')?.passed;
  };

  test('is suspended until the dispute is won', async () => {
    const trader = await openFunded();
    await webhook(trader.evaluation, 'disputed');
    expect(await readAccount(trader.fundedId)).toMatchObject({ access: { trading: false, reason: 'dispute' } });
    expect(await passesSuspensionCheck(trader)).toBe(false);
    await webhook(trader.evaluation, 'dispute-won');
    expect(await readAccount(trader.fundedId)).toMatchObject({ access: { trading: true }, suspended_at: null });
    expect(await passesSuspensionCheck(trader)).toBe(true);
  });

  test.each([
    ['after it was opened', ['disputed', 'dispute-lost']],
    ['before its opening is reported', ['dispute-lost', 'disputed']],
  ] as const)('stays suspended if the dispute is lost %s', async (_case, messages) => {
    const trader = await openFunded();
    for (const type of messages) await webhook(trader.evaluation, type);
    expect((await shop.row(trader.evaluation)).status).toBe('refunded');
    expect(await readAccount(trader.accountId)).toMatchObject({ end_reason: 'cancelled' });
    expect(await readAccount(trader.fundedId)).toMatchObject({
      ended_at: null,
      access: { trading: false, reason: 'dispute' },
    });
    expect(await passesSuspensionCheck(trader)).toBe(false);
  });
});
