import { randomUUID } from 'node:crypto';
import { minuteMs } from '#lib/durations.ts';
import { disputeBreach } from '#shared/accounts/contract-details.ts';
import { cancelContract, cancelSubscription } from '#shared/billing/contract.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { closeRithmicPayout, payoutQuoteCall, requestPayout, resendPayout } from '#shared/payouts/contract.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import { goodPassword, registration } from '../server/support/identity.ts';
import { orderForm } from '../server/support/shop.ts';
import { trade as tradeEvents } from '../server/support/trading.ts';
import type { Chance } from './chance.ts';
import { type Firm, listAccounts, listPayouts, pickAccount, staySignedIn, type Trader } from './firm.ts';
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

/** Orders what can be ordered at the quoted price, and pays, is declined or leaves. */
export async function order(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const { token } = trader;
  const selection = chance.pick(products)(account?.id ?? 'none');
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
  if (!account) return;
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
  const account = await pickAccount(world, trader, chance);
  if (!account) return;
  const { id: accountId } = account;
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

/** The newest text in someone's mailbox that matches. */
async function findMailed({ db }: World, recipient: string, pattern: RegExp): Promise<string | undefined> {
  const mails = await db
    .selectFrom('mailbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('number', 'desc')
    .execute();
  return mails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])[0];
}

/** Someone registers, verifies the address by the mailed code, and from then on does what others do. */
export async function join(world: World, _: Trader, __: Chance, { traders }: Firm): Promise<void> {
  const email = `newcomer-${randomUUID()}@example.com`;
  await world.ask(register, { body: registration(email) });
  await world.drain();
  const code = await findMailed(world, email, /^\d{6}$/m);
  const chosen = { password: goodPassword, confirm_password: goodPassword };
  const answer = code ? await world.answer(verifyEmail, { body: { ...chosen, email, code } }) : undefined;
  const person = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  if (!answer?.token || !person) return;
  await staySignedIn(world);
  traders.push({ personId: person.id, token: answer.token, destinationId: 'none' });
}

/** A consumer cancels the contract of an order, and perhaps opens the mailed link. */
export async function withdraw(world: World, { personId }: Trader, chance: Chance): Promise<void> {
  const order = await world.db
    .selectFrom('orders')
    .select(['number', 'email', 'first_name', 'last_name'])
    .where('person_id', '=', personId)
    .where('payment_session_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!order) return;
  const { email, number } = order;
  await world.ask(cancelContract, { body: { name: `${order.first_name} ${order.last_name}`, email, order: number } });
  await world.drain();
  const link = await findMailed(world, email, /\/api\/contract\/withdraw-confirm\?id=[\w-]+&key=[\w-]+/);
  if (!link || chance.hits(0.3)) return;
  await world.server.app.request(link, { method: 'POST' });
  world.count('withdrawal confirmed');
  await world.drain();
}
