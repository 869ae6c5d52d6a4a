import { randomUUID } from 'node:crypto';
import { disputeBreach } from '#shared/accounts/contract-breach.ts';
import { cancelContract, cancelSubscription } from '#shared/billing/contract.ts';
import {
  closeDxfeedPayout,
  closeRithmicPayout,
  payoutQuoteCall,
  requestPayout,
  resendPayout,
} from '#shared/payouts/contract.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import { goodPassword, registration } from '../server/support/identity.ts';
import { buyEvaluation } from './actions-shop.ts';
import type { Chance } from './chance.ts';
import { type Firm, listAccounts, listPayouts, pickAccount, staySignedIn, type Trader } from './firm.ts';
import { tradeAll, tradingMs } from './trade-all.ts';
import type { World } from './world.ts';

/** Trades one of a person's accounts; one trade in ten loses more than any account may. */
export async function trade(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const ticks = chance.hits(0.1) ? -900 : chance.between(-60, 120);
  if (account && (await tradeAll(world, trader, ticks, account.id))) await world.pass(tradingMs);
}

/** Asks for a part of what an account can pay. */
export async function request(world: World, trader: Trader, chance: Chance, of?: string): Promise<void> {
  const { token, personId } = trader;
  const accountId = of ?? (await pickAccount(world, trader, chance))?.id;
  const destinationId = await findDestination(world, personId);
  if (!accountId || !destinationId) return;
  const share = chance.below(101) / 100;
  const largest = await world.ask(payoutQuoteCall, { query: { accountId }, token });
  if (!largest) return;
  // Half of them ask for no more than what a rule approves.
  const mostCents = Math.min(largest.quote.availableCents, chance.hits(0.5) ? 100_000 : Number.POSITIVE_INFINITY);
  const amountCents = Math.max(1, Math.floor(25_000 + share * (mostCents - 25_000)));
  const asked = await world.ask(payoutQuoteCall, { query: { accountId, requestedCents: `${amountCents}` }, token });
  if (!asked) return;
  const body = { accountId, amountCents, destinationId, expectedNetCents: asked.quote.netCents };
  const idempotencyKey = randomUUID();
  // People press twice, before the first answer is there.
  const press = () => world.ask(requestPayout, { body, token, idempotencyKey });
  await Promise.all(Array.from({ length: chance.between(1, 2) }, press));
}

/** Where a person's money goes: the oldest that they still have. */
async function findDestination({ db }: World, personId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('payout_destination')
    .select('id')
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return found?.id;
}

export async function cancel(world: World, trader: Trader): Promise<void> {
  const [payout] = await listPayouts(world, trader);
  const account = payout?.account_id && (await listAccounts(world, trader)).find(({ id }) => id === payout.account_id);
  const close = account && account.platform === 'dxfeed' ? closeDxfeedPayout : closeRithmicPayout;
  if (payout) await world.ask(close, { body: { payoutId: payout.id }, token: trader.token });
}

export async function resend(world: World, trader: Trader): Promise<void> {
  const owed = (await listPayouts(world, trader)).find(({ owed_at }) => owed_at !== null);
  if (!owed) return;
  const destinationId = await findDestination(world, trader.personId);
  if (!destinationId) return;
  const body = { payoutId: owed.id, destinationId };
  await world.ask(resendPayout, { body, token: trader.token, idempotencyKey: randomUUID() });
}

export async function dispute(world: World, trader: Trader, chance: Chance): Promise<void> {
  const breached = (await listAccounts(world, trader)).filter(({ state }) => state.breach !== null);
  if (breached.length === 0) return;
  const body = { accountId: chance.pick(breached).id, message: 'The price was wrong.' };
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

/** Someone registers, verifies the address by the mailed code, buys an evaluation, and from then on does what others do. */
export async function join(world: World, _: Trader, chance: Chance, { traders }: Firm): Promise<void> {
  const email = `newcomer-${randomUUID()}@example.com`;
  await world.ask(register, { body: registration(email) });
  await world.drain();
  const code = await findMailed(world, email, /^\d{6}$/m);
  const chosen = { password: goodPassword, confirm_password: goodPassword };
  const answer = code ? await world.answer(verifyEmail, { body: { ...chosen, email, code } }) : undefined;
  const person = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  if (!answer?.token || !person) return;
  await staySignedIn(world);
  const newcomer = { personId: person.id, token: answer.token };
  traders.push(newcomer);
  await buyEvaluation(world, newcomer, chance);
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
