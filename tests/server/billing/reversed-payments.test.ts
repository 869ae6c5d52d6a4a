import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import type { Deps } from '#server/core/deps.ts';
import { handlers } from '#server/firm/jobs.ts';
import { fulfillOrder } from '#server/orders/fulfillment/fulfill.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { payoutQuoteCall } from '#shared/payouts/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { pass } from '../support/trading.ts';

let shop: Shop;
let finance: { token: string };

beforeAll(async () => {
  shop = await startShop();
  finance = await signInStaff(shop.server, 'finance');
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
    expect(await readAccount(trader.accountId)).toMatchObject({ end_reason: 'canceled' });
    expect(await readAccount(trader.fundedId)).toMatchObject({
      ended_at: null,
      access: { trading: false, reason: 'dispute' },
    });
    expect(await passesSuspensionCheck(trader)).toBe(false);
  });
});

async function refundByOperator({ orderId }: { orderId: string }) {
  const body = { orderId, items: ['package' as const], refundCents: 14_900, reason: 'goodwill' as const };
  expect((await shop.ask(refundOrder, { body, token: finance.token })).response_status).toBe(200);
  await shop.server.drain();
}

describe('the activation of a passed evaluation', () => {
  type Passed = Awaited<ReturnType<typeof passEvaluation>>;

  const quote = async ({ person, activation }: Passed) => {
    const answer = await shop.ask(calls.quoteOrder, { body: { selection: activation }, token: person.token });
    return answer.error_code ?? answer.response_status;
  };
  const findBlocked = async ({ person, accountId }: Passed) => {
    const { data } = await shop.ask(accountDetails, { query: { accountId }, token: person.token });
    return data.actions.find(({ action }) => action === 'activate')?.blockedReason;
  };

  test('stays possible after its contract was canceled, because staff decide about the refund', async () => {
    const passed = await passEvaluation();
    const body = { name: 'Grace Known', email: passed.person.email, order: passed.evaluation.orderId };
    await shop.ask(cancelContract, { body });
    await shop.server.drain();
    expect(await shop.row(passed.evaluation)).toMatchObject({ status: 'fulfilled', refund_requested_at: null });
    const tickets = shop.server.deps.db.selectFrom('ticket').select('order_id').where('email', '=', body.email);
    expect(await tickets.execute()).toEqual([{ order_id: body.order }]);
    expect(await quote(passed)).toBe(200);
  });

  test('isn’t sold any more once an operator has refunded the evaluation', async () => {
    const passed = await passEvaluation();
    await refundByOperator(passed.evaluation);
    expect([await quote(passed), await findBlocked(passed)]).toEqual(['activation_refunded', 'refunded']);
  });

  test('isn’t sold any more once the buyer has won a chargeback of the evaluation', async () => {
    const passed = await passEvaluation();
    await webhook(passed.evaluation, 'disputed');
    expect([await quote(passed), await findBlocked(passed)]).toEqual(['account_suspended', 'suspended']);
    await webhook(passed.evaluation, 'dispute-lost');
    expect([await quote(passed), await findBlocked(passed)]).toEqual(['activation_refunded', 'refunded']);
  });

  test('waits for a dispute even if its owner stopped renewing, and is possible again once the dispute is won', async () => {
    const passed = await passEvaluation();
    await endAccount(shop.server.deps, passed.accountId, 'canceled');
    expect(await quote(passed)).toBe(200);
    await webhook(passed.evaluation, 'disputed');
    expect([await quote(passed), await findBlocked(passed)]).toEqual(['account_suspended', 'suspended']);
    await webhook(passed.evaluation, 'dispute-won');
    expect(await quote(passed)).toBe(200);
  });

  /** A paid activation that isn't delivered yet. */
  async function payActivation() {
    const passed = await passEvaluation();
    const order = await placeOrder(passed.person, passed.activation, 12_900);
    await shop.press(order, 'paid');
    await shop.server.drain({ handlers: { ...handlers, 'fulfill-order': async () => undefined } });
    expect((await shop.row(order)).status).toBe('paid');
    return { ...passed, order };
  }
  const reversals = [
    ['refunded', refundByOperator],
    ['disputed', (order: { orderId: string }) => webhook(order, 'disputed')],
  ] as const;

  test.each(reversals)('is refunded if the evaluation is %s before it is delivered', async (_name, reverse) => {
    const { order, evaluation } = await payActivation();
    await reverse(evaluation);
    await fulfillOrder(shop.server.deps, order.orderId);
    await shop.server.drain();
    expect((await shop.row(order)).status).toBe('refunded');
    expect(await shop.accounts(order)).toEqual([]);
  });

  test.each(reversals)('is refunded if the evaluation is %s while the account opens', async (_name, reverse) => {
    const { order, evaluation } = await payActivation();
    const { deps } = shop.server;
    const openAccount: Deps['platform']['openAccount'] = async (request) => {
      const answer = await deps.platform.openAccount(request);
      await reverse(evaluation);
      return answer;
    };
    await fulfillOrder({ ...deps, platform: { ...deps.platform, openAccount } }, order.orderId);
    await shop.server.drain();
    expect((await shop.row(order)).status).toBe('refunded');
    expect(await shop.accounts(order)).toMatchObject([{ phase: 'funded', end_reason: 'canceled' }]);
  });
});
