import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import type { DataOf } from '#shared/core/call.ts';
import { $accounts } from './accounts.ts';

type Order = DataOf<typeof myOrders>['orders'][number];
export type UnpaidOrder = Order & { readonly paymentUrl: string };
export type DeferredOrder = Order & { readonly deferredUntil: number };
export type OpeningOrder = Order & { readonly opening: NonNullable<Order['opening']> };

/** The newest order that still awaits its payment. */
export const $unpaidOrder = atom<UnpaidOrder | null>(null);

/** Paid orders that start later unless their buyer starts them now. */
export const $deferredOrders = atom<readonly DeferredOrder[]>([]);

/** Paid orders whose account the platform hasn't opened yet. */
export const $openingOrders = atom<readonly OpeningOrder[]>([]);

/** Failures aren't shown, because people didn't come for these orders. */
export async function loadUnfinishedOrders(): Promise<void> {
  const result = await send(myOrders, { query: { unfinished: '1' } });
  if (!result.ok) return;
  const { orders } = result.data;
  $unpaidOrder.set(orders.find((order): order is UnpaidOrder => order.paymentUrl !== null) ?? null);
  $deferredOrders.set(orders.filter((order): order is DeferredOrder => order.deferredUntil !== null));
  $openingOrders.set(orders.filter((order): order is OpeningOrder => order.opening !== null));
}

const firstPollMs = 1_500;
const maxPollMs = 30_000;

function countAccounts(): number {
  return $accounts.get().data?.length ?? 0;
}

/**
 * Polls for the new account after a start, at growing intervals, until it exists or the returned function is called.
 */
export function awaitNewAccount(): () => void {
  const before = countAccounts();
  let waitMs = firstPollMs;
  let isStopped = false;
  let timer = setTimeout(poll, waitMs);
  async function poll(): Promise<void> {
    await $accounts.load();
    if (isStopped || countAccounts() > before || waitMs > maxPollMs) return;
    waitMs *= 1.5;
    timer = setTimeout(poll, waitMs);
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
