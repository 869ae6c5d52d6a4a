import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { previewRefund, refundOrder } from '#shared/office/contract-corrections.ts';
import { chooseRefund, type RefundItem } from '#shared/orders/refund-plan.ts';
import { createAction } from './action.ts';
import { failureStatus, type OfficeLoadable } from './office.ts';

/** `refused` says why nothing can be refunded now, such as an open dispute. */
type RefundState =
  | OfficeLoadable<DataOf<typeof previewRefund>>
  | { readonly status: 'refused'; readonly message: string };

/** Refunds an order: previews what can be refunded, then requests exactly the selected items. */
export function createRefund(orderId: string, onDone: () => void) {
  const $plan = atom<RefundState>({ status: 'loading' });
  const initial = { orderId, items: [] as RefundItem[], refundCents: 0, reason: '' as never, note: '' };
  const form = createAction(refundOrder, initial, onDone);

  async function load(): Promise<void> {
    $plan.set({ status: 'loading' });
    const result = await send(previewRefund, { query: { orderId } });
    if (result.ok) {
      $plan.set({ status: 'ready', data: result.data });
      choose(result.data.items.map(({ item }) => item));
      return;
    }
    const { failure } = result;
    if (failure.kind === 'status' && failure.status === 409) {
      $plan.set({ status: 'refused', message: failure.message });
      return;
    }
    notifyFailure(failure);
    $plan.set({ status: failureStatus(failure) });
  }

  function choose(items: readonly RefundItem[]): void {
    const plan = $plan.get();
    if (plan.status !== 'ready') return;
    form.set('items', [...items]);
    form.set('refundCents', chooseRefund(plan.data, items)?.refundCents ?? 0);
  }

  /** Adds or removes an item; selecting the package selects everything. */
  function toggle(item: RefundItem): void {
    const plan = $plan.get();
    if (plan.status !== 'ready') return;
    const { items } = form.$form.get().values;
    const all = plan.data.items.map((each) => each.item);
    if (items.includes(item)) choose(items.filter((each) => each !== item));
    else choose(item === 'package' ? all : [...items, item]);
  }

  return { form, $plan, load, toggle };
}
