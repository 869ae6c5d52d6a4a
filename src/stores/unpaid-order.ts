import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { myOrders } from '../contract/billing.ts';
import type { DataOf } from '../contract/call.ts';

type Order = DataOf<typeof myOrders>['orders'][number];
export type UnpaidOrder = Order & { readonly paymentUrl: string };

/** The newest order that still waits for its payment. */
export const $unpaidOrder = atom<UnpaidOrder | null>(null);

/** Said beside what the person came for, so a failure to load it is not. */
export async function loadUnpaidOrder(): Promise<void> {
  const result = await send(myOrders, { query: { unfinished: '1' } });
  if (!result.ok) return;
  $unpaidOrder.set(result.data.orders.find((order): order is UnpaidOrder => order.paymentUrl !== null) ?? null);
}
