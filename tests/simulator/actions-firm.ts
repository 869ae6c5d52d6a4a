import { decideDispute, previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import * as calls from '#shared/payouts/contract-office.ts';
import { pressAt } from './actions-shop.ts';
import type { Chance } from './chance.ts';
import { type Firm, listPayouts, type Trader } from './firm.ts';
import type { World } from './world.ts';

const steps = ['next', 'next', 'next', 'next', 'review', 'approve', 'send', 'pay', 'return', 'reject'] as const;
type PayoutStep = Exclude<(typeof steps)[number], 'next'>;

/** What moves a payout on. */
export const nextSteps: Readonly<Record<string, PayoutStep>> = {
  requested: 'review',
  'in-review': 'approve',
  approved: 'send',
  sent: 'pay',
};

const note = 'The bank says so.';

export async function movePayout(world: World, { staff }: Firm, payoutId: string, step: PayoutStep): Promise<void> {
  const [token, second] = staff;
  const body = { payoutId };
  if (step === 'review') await world.ask(calls.reviewPayout, { body, token });
  if (step === 'approve') await world.ask(calls.approvePayout, { body, token });
  if (step === 'approve') await world.ask(calls.approvePayout, { body, token: second });
  if (step === 'send') await world.ask(calls.sendPayout, { body: { payoutId, reference: 'WIRE-1' }, token });
  if (step === 'pay') await world.ask(calls.settlePayout, { body, token });
  if (step === 'return')
    await world.ask(calls.returnPayout, { body: { ...body, reason: 'account-closed', note }, token });
  if (step === 'reject')
    await world.ask(calls.rejectPayout, { body: { ...body, reason: 'destination-not-verified', note }, token });
}

/** Moves a person's newest payout on, or anywhere. */
export async function decide(world: World, trader: Trader, chance: Chance, firm: Firm): Promise<void> {
  const [payout] = await listPayouts(world, trader);
  if (!payout) return;
  const step = chance.pick(steps);
  await movePayout(world, firm, payout.id, step === 'next' ? (nextSteps[payout.status] ?? 'review') : step);
}

function listPaidOrders({ db }: World, { personId }: Trader) {
  return db
    .selectFrom('orders')
    .select(['id', 'payment_session_id'])
    .where('person_id', '=', personId)
    .where('payment_session_id', 'is not', null)
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Staff refund a person's newest paid order: all of it, or an add-on. */
export async function refund(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const [order] = await listPaidOrders(world, trader);
  if (!order) return;
  const plan = await world.ask(previewRefund, { query: { orderId: order.id }, token });
  if (!plan) return;
  const chosen = chance.pick(plan.items);
  const refundCents = chosen.item === 'package' ? plan.refundCents : chosen.amountCents;
  const body = { orderId: order.id, items: [chosen.item], refundCents, reason: 'goodwill' as const };
  await world.ask(refundOrder, { body, token });
}

/** A buyer's bank takes a payment back, or decides about it. */
export async function bank(world: World, trader: Trader, chance: Chance): Promise<void> {
  const orders = await listPaidOrders(world, trader);
  if (orders.length === 0) return;
  const { payment_session_id: id } = chance.pick(orders);
  const outcome = chance.pick(['disputed', 'dispute-won', 'dispute-lost']);
  await pressAt(world, `/api/dev/pay/${id}`, { outcome, delivery: chance.pick(['normal', 'twice', 'late']) });
}

export async function judgeDispute(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm) {
  const open = await world.db
    .selectFrom('account_dispute')
    .select('id')
    .where('person_id', '=', trader.personId)
    .where('status', '=', 'open')
    .orderBy('created_at')
    .executeTakeFirst();
  if (!open) return;
  const decision = chance.pick(['upheld', 'rejected'] as const);
  await world.ask(decideDispute, { body: { disputeId: open.id, decision, reason: 'We looked.' }, token });
}

/** The platform's bridge loses its connection, or has it again. */
export async function connection(world: World): Promise<void> {
  if (world.options.isSimulated) return;
  const { state } = world.platform;
  state.isConnected = !state.isConnected;
  state.connectedAt = Date.now();
  world.count(state.isConnected ? 'connected' : 'disconnected');
  await world.deliver();
}
