import { atom, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { saveFile } from '#app/http/file.ts';
import { officeOptions } from '#app/office/stores/office.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import * as calls from '#shared/payouts/contract-office-batches.ts';

export const $payable = createResource(() => send(calls.fetchPayable, {}), officeOptions);

/** Payout numbers that the last batch left out because of the sanctions list. */
export const $heldPayouts = atom<readonly string[]>([]);

export function showHeldPayouts({ held }: DataOf<typeof calls.createPayoutBatch>): void {
  $heldPayouts.set(held);
}

type BlockedPayment = { readonly reference: string; readonly reason: string };

function blockedPaymentsOf(data: unknown): readonly BlockedPayment[] {
  if (typeof data !== 'object' || data === null || !('held' in data) || !Array.isArray(data.held)) return [];
  return data.held as BlockedPayment[];
}

export function createBatchExport(batchId: string, onDone: () => void) {
  const $blocked = atom<readonly BlockedPayment[]>([]);
  const initial: { batchId: string; template?: string } = { batchId };
  const form = createForm({
    contract: calls.exportPayoutBatch,
    initial,
    sendBy: sendConfirmed,
    onSuccess: ({ data: { file } }) => {
      saveFile(file.name, new Blob([file.content], { type: file.mediaType }));
      $blocked.set([]);
      onDone();
    },
    onFailure: ({ failure }) => {
      $blocked.set(failure.kind === 'status' ? blockedPaymentsOf(failure.data) : []);
      return false;
    },
  });
  return { form, $blocked };
}

export type BankFilePreview = DataOf<typeof calls.previewBankFile> & { readonly name: string };

type BankFileState = {
  readonly file: File | null;
  readonly preview: BankFilePreview | null;
  readonly error: string | undefined;
  readonly busy: boolean;
};

const none: BankFileState = { file: null, preview: null, error: undefined, busy: false };

export const $bankFile = map<BankFileState>(none);

/** Discards the chosen file, unless it is being imported. */
export function dropFile(): void {
  if (!$bankFile.get().busy) $bankFile.set(none);
}

export async function chooseFile(file: File): Promise<void> {
  if ($bankFile.get().busy) return;
  $bankFile.set({ ...none, busy: true });
  const result = await send(calls.previewBankFile, { body: { file } });
  if (result.ok) return $bankFile.set({ ...none, file, preview: { ...result.data, name: file.name } });
  const { failure } = result;
  const error = failure.kind === 'status' ? failure.fields['file']?.[0] : undefined;
  $bankFile.set({ ...none, error });
  if (error === undefined) notifyFailure(failure);
}

export async function applyFile(onDone: () => void): Promise<void> {
  const { file, busy } = $bankFile.get();
  if (!file || busy) return;
  $bankFile.setKey('busy', true);
  const result = await sendConfirmed(calls.applyBankFile, { body: { file } });
  $bankFile.setKey('busy', false);
  if (!result.ok) return notifyFailure(result.failure);
  dropFile();
  notify('success', { key: 'saved' });
  onDone();
}
