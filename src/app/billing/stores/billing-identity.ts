import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { changeBillingIdentity, previewBillingIdentity } from '#shared/billing/contract-billing-identity.ts';
import type { DataOf } from '#shared/core/call.ts';
import { $pending, type Subscription } from './billing.ts';

export type BillingChange = DataOf<typeof previewBillingIdentity>;

export const $edited = atom<Subscription | null>(null);
/** What the typed identity changes; null until that is asked for. */
export const $change = atom<BillingChange | null>(null);
export const $saving = atom(false);

const empty = {
  ...{ subscriptionId: '', first_name: '', last_name: '', latin_name: '', country: '' },
  ...{ postal_code: '', company_name: '', vat_number: '' },
};

export const billedToForm = createForm({
  contract: previewBillingIdentity,
  initial: empty,
  onSuccess: ({ data }) => $change.set(data),
});

export function editBilledTo(subscription: Subscription | null): void {
  $change.set(null);
  $edited.set(subscription);
  if (!subscription) return;
  const { id: subscriptionId, billedTo } = subscription;
  const typed = Object.fromEntries(Object.entries(billedTo).map(([field, value]) => [field, value ?? '']));
  billedToForm.reset({ ...empty, ...typed, subscriptionId });
}

export async function saveBilledTo(): Promise<void> {
  if ($saving.get()) return;
  $saving.set(true);
  const result = await send(changeBillingIdentity, { body: billedToForm.$form.get().values });
  $saving.set(false);
  if (!result.ok) {
    notifyFailure(result.failure);
    $change.set(null);
    return;
  }
  notify('success', { key: 'saved' });
  editBilledTo(null);
  await $pending.load();
}
