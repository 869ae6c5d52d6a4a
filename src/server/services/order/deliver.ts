import type { Deps, Trx } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { activateAccount } from '../account/activate.ts';
import { openAccount } from '../account/open.ts';
import { resetAccount } from '../account/reset.ts';
import { lockBill, openNextBill, settleBill } from '../bill/settle.ts';
import { claimTrial } from '../purchase/trial-claim.ts';
import { lockSubscription } from '../subscription/advance-period.ts';
import { startSubscription } from '../subscription/start.ts';
import type { OrderRow } from './transition.ts';

type OwnedOrder = OrderRow & { readonly person_id: string };

/** `surplus`: it had been given already, by another order, so that this one's money goes back. */
export type Delivered = { readonly outcome: 'given' | 'surplus'; readonly accountId: string | null };

const given: Delivered = { outcome: 'given', accountId: null };
const surplus: Delivered = { outcome: 'surplus', accountId: null };

/** What is asked of the platform before the transaction in which the order is fulfilled. */
export async function prepareDelivery(deps: Deps, order: OwnedOrder): Promise<Delivered> {
  if (order.kind === 'trial') {
    const { id: orderId, person_id: personId, email } = order;
    const mine = await deps.db.transaction().execute((trx) => claimTrial(trx, { orderId, personId, email }));
    if (!mine) return surplus;
  }
  if (order.kind === 'reset') return resetFor(deps, order);
  if (order.kind === 'funded-activation') return activate(deps, order);
  if (order.kind !== 'evaluation' && order.kind !== 'trial') return given;
  return { outcome: 'given', ...(await openAccount(deps, order)) };
}

/** One pass funds one account: an order that comes second gets its money back. */
async function activate(deps: Deps, order: OwnedOrder): Promise<Delivered> {
  try {
    return { outcome: 'given', ...(await activateAccount(deps, order, order.account_id ?? '')) };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return surplus;
    throw error;
  }
}

/** A funded account has as many resets as were bought with it; one that is over has none any more. */
async function resetFor(deps: Deps, order: OrderRow): Promise<Delivered> {
  const accountId = order.account_id ?? '';
  const funded = await deps.db
    .selectFrom('funded_account')
    .select('resets_left')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (funded?.resets_left === 0) return surplus;
  try {
    await resetAccount(deps, accountId, order.id);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return surplus;
    throw error;
  }
  return given;
}

/** Gives what was bought, within the transaction that marks the order as fulfilled. */
export async function deliver(deps: Deps, trx: Trx, order: OwnedOrder, prepared: Delivered): Promise<Delivered> {
  if (prepared.outcome === 'surplus') return prepared;
  const { accountId } = prepared;
  switch (order.kind) {
    case 'evaluation':
    case 'trial':
    case 'thor':
    case 'market-data':
    case 'market-data-free':
      await startSubscription(deps, trx, order, accountId);
      return prepared;
    case 'reset':
      return spendReset(trx, order);
    case 'renew':
      return renewFor(deps, trx, order);
    case 'pending-bill':
    case 'pending-data-bill':
      return payBillFor(deps, trx, order);
    case 'funded-activation':
      await activateFor(trx, order, accountId ?? '');
      return prepared;
    case 'performance-review':
      await requestReview(deps, trx, order);
      return given;
  }
}

async function spendReset(trx: Trx, { account_id: accountId }: OwnedOrder): Promise<Delivered> {
  await trx
    .updateTable('funded_account')
    .set((eb) => ({ resets_left: eb('resets_left', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('resets_left', '>', 0)
    .execute();
  return given;
}

async function renewFor(deps: Deps, trx: Trx, order: OwnedOrder): Promise<Delivered> {
  const running = await trx
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', order.account_id)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  if (!running) return surplus;
  const subscription = await lockSubscription(trx, running.id);
  const bill = await openNextBill(deps, trx, subscription);
  const payment = { orderId: order.id, method: order.payment_method };
  return (await settleBill(deps, trx, subscription, bill, payment)) ? given : surplus;
}

async function payBillFor(deps: Deps, trx: Trx, order: OwnedOrder): Promise<Delivered> {
  const { subscription, bill } = await lockBill(trx, order.bill_id ?? '');
  const payment = { orderId: order.id, method: order.payment_method };
  return (await settleBill(deps, trx, subscription, bill, payment)) ? given : surplus;
}

/** How many resets the live account has: those bought with the evaluation and with the activation. */
async function activateFor(trx: Trx, order: OwnedOrder, accountId: string): Promise<void> {
  const bought = await trx
    .selectFrom('orders')
    .innerJoin('trading_account', 'trading_account.order_id', 'orders.id')
    .select('orders.lines')
    .where('trading_account.id', '=', order.account_id)
    .executeTakeFirst();
  const lines = [...order.lines, ...(bought?.lines ?? [])];
  const resets = lines.filter(({ item }) => item === 'funded-reset').length;
  await trx
    .insertInto('funded_account')
    .values({ account_id: accountId, order_id: order.id, resets_left: resets })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function requestReview(deps: Deps, trx: Trx, order: OwnedOrder): Promise<void> {
  await trx
    .insertInto('performance_review')
    .values({
      id: newId(),
      order_id: order.id,
      account_id: order.account_id ?? '',
      person_id: order.person_id,
      wanted_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}
