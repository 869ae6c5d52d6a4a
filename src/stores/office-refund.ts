import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { previewRefund, refundOrder } from '../contract/admin.ts';
import type { DataOf } from '../contract/call.ts';
import { failureStatus, type Loaded } from './office.ts';
import { createAction } from './office-action.ts';
import { notifyFailure } from './toasts.ts';

/** `refused` says why nothing can go back now, such as an open dispute. */
type RefundState = Loaded<DataOf<typeof previewRefund>> | { readonly status: 'refused'; readonly message: string };

/** A refund of an order: what the server would give back, then the request for exactly that amount. */
export function createRefund(orderId: string, onDone: () => void) {
  const $plan = atom<RefundState>({ status: 'loading' });
  const form = createAction(refundOrder, { orderId, refundCents: 0, reason: '' as never, note: '' }, onDone);

  async function load(): Promise<void> {
    $plan.set({ status: 'loading' });
    const result = await send(previewRefund, { query: { orderId } });
    if (result.ok) {
      form.set('refundCents', result.data.refundCents);
      $plan.set({ status: 'ready', data: result.data });
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

  return { form, $plan, load };
}
