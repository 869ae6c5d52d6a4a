import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import { uploadRequestedDocument } from '../contract/document-requests.ts';
import { loadDetails } from './account-details.ts';
import { notifyFailure } from './toasts.ts';

type Upload = { readonly busy: boolean; readonly error?: string };

/** The running upload, and why the last one was refused. */
export const $documentUpload = atom<Upload>({ busy: false });

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
