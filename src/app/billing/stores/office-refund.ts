import { send } from '#app/http/call.ts';
import { createAction } from '#app/office/stores/action.ts';
import { failureStatus } from '#app/office/stores/office.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { chooseRefund, type RefundItem } from '#shared/orders/refund-plan.ts';

/** Refunds an order: previews what can be refunded, then requests exactly the selected items. */
export function createRefund(orderId: string, onDone: () => void, onConflict: () => void) {
  const $plan = createResource(() => send(previewRefund, { query: { orderId } }), {
    // The failure's message says why nothing can be refunded now, such as an open dispute.
    statusOf: (failure) => (failure.kind === 'status' && failure.status === 409 ? 'refused' : failureStatus(failure)),
    onLoad: ({ items, keptCents }) => {
      form.set('keptCents', keptCents);
      choose(items.map(({ item }) => item));
    },
  });
  const initial = { orderId, items: [] as RefundItem[], refundCents: 0, keptCents: 0, reason: '' as never, note: '' };
  const form = createAction(refundOrder, initial, onDone, onConflict);

  function choose(items: readonly RefundItem[]): void {
    const plan = $plan.get();
    if (plan.status !== 'ready') return;
    form.set('items', [...items]);
    const chosen = chooseRefund(plan.data, items);
    if (!chosen?.isWhole) form.set('keptCents', 0);
    form.set('refundCents', (chosen?.refundCents ?? 0) - (form.$form.get().values.keptCents ?? 0));
  }

  /** Adds or removes an item; selecting the package selects everything. */
  function toggle(item: RefundItem): void {
    const plan = $plan.get();
    if (plan.status !== 'ready') return;
    const { items } = form.$form.get().values;
    const all = plan.data.items.map((each) => each.item);
    if (item === 'package') form.set('keptCents', plan.data.keptCents);
    if (items.includes(item)) choose(items.filter((each) => each !== item));
    else choose(item === 'package' ? all : [...items, item]);
  }

  function keep(keptCents: number): void {
    form.set('keptCents', keptCents);
    choose(form.$form.get().values.items);
  }

  return { form, $plan, toggle, keep };
}
