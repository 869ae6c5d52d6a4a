import { randomUUID } from 'node:crypto';
import { minuteMs } from '#lib/durations.ts';
import { disputeBreach } from '#shared/accounts/contract-details.ts';
import { cancelSubscription } from '#shared/billing/contract.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { closeRithmicPayout, payoutQuoteCall, requestPayout, resendPayout } from '#shared/payouts/contract.ts';
import { orderForm } from '../server/support/shop.ts';
import { trade as tradeEvents } from '../server/support/trading.ts';
import type { Chance } from './chance.ts';
import { listAccounts, listPayouts, type Trader } from './firm.ts';
import type { World } from './world.ts';

const extras: { addOns: []; coupon: '' } = { addOns: [], coupon: '' };
const evaluation = { kind: 'evaluation', platform: 'rithmic', coupon: '' } as const;

/** What people order. */
const products: readonly ((accountId: string) => ProductSelection)[] = [
  () => ({ ...evaluation, packageId: 'classic-25k', addOns: ['market-data', 'funded-reset'] }),
  () => ({ ...evaluation, packageId: 'ascension-50k', addOns: [] }),
  () => ({ kind: 'thor', packageId: 'thor-plus', platform: 'rithmic', ...extras }),
  () => ({
    ...{ kind: 'market-data', packageId: 'cme-all-top', platform: 'rithmic', ...extras },
    ...{ professional: false, exchanges: [] },
  }),
  (accountId) => ({ kind: 'reset', packageId: 'classic-50k', platform: 'rithmic', accountId, ...extras }),
  (accountId) => ({ kind: 'performance-review', packageId: 'performance-review', accountId, ...extras }),
];

/** On the provider's page; `left` leaves it. */
const outcomes = ['paid', 'paid', 'paid', 'paid', 'declined', 'canceled', 'left'] as const;
const deliveries = ['normal', 'normal', 'twice', 'late', 'before', 'never'] as const;

async function pickAccount(world: World, trader: Trader, chance: Chance) {
  return chance.pick(await listAccounts(world, trader));
}

/** Orders what can be ordered at the quoted price, and pays, is declined or leaves. */
export async function order(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const { token } = trader;
  const selection = chance.pick(products)(account.id);
  const quote = await world.ask(quoteOrder, { body: { selection }, token });
  if (!quote) return;
  const body = orderForm({ selection, expectedTotalCents: quote.totalCents, country: 'US', again: 1 });
  const opened = await world.ask(createOrder, { body, token, idempotencyKey: randomUUID() });
  const outcome = chance.pick(outcomes);
  if (!opened || quote.totalCents === 0 || outcome === 'left') return;
  await pressAt(world, new URL(opened.paymentUrl).pathname, { outcome, delivery: chance.pick(deliveries) });
  await world.drain();
}

/** Presses a button of the provider's page. */
export async function pressAt(world: World, path: string, form: Record<string, string>): Promise<void> {
  const { status } = await world.server.app.request(path, { method: 'POST', body: new URLSearchParams(form) });
  world.count(`provider ${form.outcome}: ${status}`);
}

/** Buys and sells a contract; one trade in ten loses more than any account may. */
export async function trade(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const at = Date.now() + 1_000;
  const isStopped = account.state.status !== 'active' || account.ended_at || account.access?.trading === false;
  if (isStopped || !isOpen(at) || !isOpen(at + 11 * minuteMs)) return;
  const ticks = chance.hits(0.1) ? -900 : chance.between(-60, 120);
  const events = tradeEvents(at, ticks).map((event, index) => ({ sourceId: `${at}-${index}`, event }));
  world.platform.state.waiting.push({ account: { accountId: account.id }, events });
  world.count('trade');
  await world.pass(11 * minuteMs);
}

export async function request(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { token, destinationId } = trader;
  const { id: accountId } = await pickAccount(world, trader, chance);
  const share = chance.below(101) / 100;
  const largest = await world.ask(payoutQuoteCall, { query: { accountId }, token });
  if (!largest) return;
  const amountCents = Math.max(1, Math.floor(25_000 + share * (largest.quote.availableCents - 25_000)));
  const asked = await world.ask(payoutQuoteCall, { query: { accountId, requestedCents: `${amountCents}` }, token });
  if (!asked) return;
  const body = { accountId, amountCents, destinationId, expectedNetCents: asked.quote.netCents };
  const idempotencyKey = randomUUID();
  // People press twice.
  for (let press = chance.between(1, 2); press > 0; press -= 1)
    await world.ask(requestPayout, { body, token, idempotencyKey });
}

export async function cancel(world: World, trader: Trader): Promise<void> {
  const [payout] = await listPayouts(world, trader);
  if (payout) await world.ask(closeRithmicPayout, { body: { payoutId: payout.id }, token: trader.token });
}

export async function resend(world: World, trader: Trader): Promise<void> {
  const owed = (await listPayouts(world, trader)).find(({ owed_at }) => owed_at !== null);
  if (!owed) return;
  const body = { payoutId: owed.id, destinationId: trader.destinationId };
  await world.ask(resendPayout, { body, token: trader.token, idempotencyKey: randomUUID() });
}

export async function dispute(world: World, trader: Trader): Promise<void> {
  const breached = (await listAccounts(world, trader)).find(({ state }) => state.breach !== null);
  if (!breached) return;
  const body = { accountId: breached.id, message: 'The price was wrong.' };
  await world.ask(disputeBreach, { body, token: trader.token });
}

export async function unsubscribe(world: World, { personId, token }: Trader): Promise<void> {
  const subscription = await world.db
    .selectFrom('subscription')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id')
    .executeTakeFirst();
  if (subscription) await world.ask(cancelSubscription, { body: { subscriptionId: subscription.id }, token });
}
