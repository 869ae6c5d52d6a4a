import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import type { DataOf } from '../contract/call.ts';
import { addDestination, fetchPayee, type PayoutDestination, removeDestination } from '../contract/payees.ts';
import type { Loaded } from './billing.ts';
import { createForm } from './form.ts';
import { sendConfirmed } from './reauthentication.ts';
import { notify, notifyFailure } from './toasts.ts';

export type Payee = DataOf<typeof fetchPayee>;
export type { PayoutDestination };

/** What we need before the person's first payout, and where payouts may go. */
export const $payee = atom<Loaded<Payee>>({ status: 'loading' });

export async function loadPayee(): Promise<void> {
  const result = await send(fetchPayee, {});
  if (result.ok) $payee.set({ status: 'ready', value: result.data });
  else {
    notifyFailure(result.failure);
    // What is on screen stays, rather than an error in its place.
    if ($payee.get().status !== 'ready') $payee.set({ status: 'failed' });
  }
}

/** The form of a new destination; it asks for reauthentication when the server does. */
export function createDestinationForm(values: { payeeName: string; country: string }) {
  const form = createForm({
    contract: addDestination,
    initial: {
      ...{ kind: 'iban', payee_name: values.payeeName, country: values.country },
      ...{ iban: '', bic: '', routing_number: '', account_number: '', account_type: 'checking' },
      ...{ wise_recipient: '', network: 'base', usdc_address: '', last_six: '' },
      ...{ street: '', city: '', post_code: '', state: '' },
    },
    sendBy: sendConfirmed,
    onSuccess: async (): Promise<void> => {
      form.reset();
      notify('success', { key: 'saved' });
      await loadPayee();
    },
  });
  return form;
}

/** The destination being removed, so that its button doesn't send twice. */
export const $removing = atom<string | null>(null);

export async function removePayoutDestination(destinationId: string): Promise<void> {
  if ($removing.get() !== null) return;
  $removing.set(destinationId);
  const result = await send(removeDestination, { body: { destinationId } });
  $removing.set(null);
  if (!result.ok) notifyFailure(result.failure);
  await loadPayee();
}
