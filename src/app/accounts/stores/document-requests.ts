import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { uploadRequestedDocument } from '#shared/risk/contract-document-requests.ts';
import { loadDetails } from './details.ts';

export const $documentUpload = atom<{ readonly busy: boolean; readonly error?: string }>({ busy: false });

/** Uploads a document that the risk desk requested. Reloads the account's details either way. */
export async function uploadDocument(accountId: string, requestId: string, document: File): Promise<void> {
  if ($documentUpload.get().busy) return;
  $documentUpload.set({ busy: true });
  const result = await send(uploadRequestedDocument, { body: { requestId, document } });
  const error = !result.ok && result.failure.kind === 'status' ? result.failure.fields.document?.[0] : undefined;
  if (!result.ok && error === undefined) notifyFailure(result.failure);
  await loadDetails(accountId);
  $documentUpload.set(error === undefined ? { busy: false } : { busy: false, error });
}
