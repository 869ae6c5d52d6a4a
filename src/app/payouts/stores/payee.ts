import { atom, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { goTo } from '#app/shell/stores/navigation.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { mapValues } from '#lib/map-values.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/payouts/contract-payees.ts';
import { destinationFields } from '#shared/payouts/payees/destination.ts';
import type { DocumentPurpose } from '#shared/payouts/payees/documents.ts';

export type Payee = DataOf<typeof calls.fetchPayee>;
export type PayoutDestination = calls.PayoutDestination;

/** What we need before the person's first payout, and where payouts may go. */
export const $payee = createResource(() => send(calls.fetchPayee, {}));

/** The form for a new destination; it asks for reauthentication when the server requires it. */
export function createDestinationForm(values: { payeeName: string; country: string }) {
  const form = createForm({
    contract: calls.addDestination,
    initial: {
      ...mapValues(destinationFields, () => ''),
      ...{ kind: 'iban', payee_name: values.payeeName, country: values.country },
      ...{ account_type: 'checking', network: 'base' },
    },
    sendBy: sendConfirmed,
    onSuccess: async (): Promise<void> => {
      form.reset();
      notify('success', { key: 'saved' });
      await $payee.load();
    },
  });
  return form;
}

/** The destination being removed, so that its button doesn't send twice. */
export const $removingDestinationId = atom<string | null>(null);

export async function removePayoutDestination(destinationId: string): Promise<void> {
  if ($removingDestinationId.get() !== null) return;
  $removingDestinationId.set(destinationId);
  const result = await send(calls.removeDestination, { body: { destinationId } });
  $removingDestinationId.set(null);
  if (!result.ok) notifyFailure(result.failure);
  await $payee.load();
}

export const $identityBusy = atom(false);

/** Starts the identity check; with a provider, goes on to the provider's page. */
export async function startIdentity(): Promise<void> {
  if ($identityBusy.get()) return;
  $identityBusy.set(true);
  const result = await send(calls.startIdentityCheck, {});
  if (!result.ok) notifyFailure(result.failure);
  if (result.ok && result.data.url !== null) goTo(result.data.url);
  else await $payee.load();
  $identityBusy.set(false);
}

export const submitIdentity = () => changeIdentity(calls.submitIdentityCheck);
export const startWithoutFace = () => changeIdentity(calls.startCheckWithoutFace);

async function changeIdentity(
  call: typeof calls.submitIdentityCheck | typeof calls.startCheckWithoutFace,
): Promise<void> {
  if ($identityBusy.get()) return;
  $identityBusy.set(true);
  const result = await send(call, {});
  if (!result.ok) notifyFailure(result.failure);
  await $payee.load();
  $identityBusy.set(false);
}

export const $uploads = map<Partial<Record<DocumentPurpose, { readonly busy: boolean; readonly error?: string }>>>({});

export async function uploadFile(purpose: DocumentPurpose, document: File): Promise<void> {
  $uploads.setKey(purpose, { busy: true });
  const result = await send(calls.uploadDocument, { body: { purpose, document } });
  const error = !result.ok && result.failure.kind === 'status' ? result.failure.fields.document?.[0] : undefined;
  $uploads.setKey(purpose, error === undefined ? { busy: false } : { busy: false, error });
  if (!result.ok && error === undefined) notifyFailure(result.failure);
  await $payee.load();
}

export function downloadDocument({ id, mediaType, purpose }: calls.PayeeDocument): Promise<void> {
  return download(`${purpose}.${mediaType === 'application/pdf' ? 'pdf' : 'webp'}`, calls.ownDocument, {
    params: { documentId: id },
  });
}
