import { map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { download } from '#app/shell/stores/download.ts';
import { type Answer, createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { fetchIdentityDocuments, staffDocument } from '#shared/payouts/contract-office-payees.ts';
import type { PayeeDocument } from '#shared/payouts/contract-payees.ts';
import { staffPerformanceReviewFile } from '#shared/reviews/contract-office.ts';
import {
  listRequestedDocuments,
  type RequestedDocument,
  requestedDocumentFile,
} from '#shared/risk/contract-document-requests.ts';

/** Whose documents are shown: those of an identity check, or of a document request by the risk desk. */
export type DocumentSource = { readonly list: 'identity' | 'requests'; readonly id: string };

export type StaffDocument = RequestedDocument & Partial<Pick<PayeeDocument, 'purpose'>>;

export const $documents = createResource(
  ({ list, id }: DocumentSource): Promise<Answer<{ readonly documents: readonly StaffDocument[] }>> =>
    list === 'identity'
      ? send(fetchIdentityDocuments, { query: { checkId: id } })
      : send(listRequestedDocuments, { query: { requestId: id } }),
  { isQuiet: true },
);

/** Object URLs of the opened pictures, by document. Only pictures that our server has rendered itself are shown. */
export const $openPictures = map<Readonly<Record<string, string>>>({});

let requested: DocumentSource | null = null;

const isRequested = ({ list, id }: DocumentSource) => requested?.list === list && requested.id === id;

export async function loadDocuments(source: DocumentSource): Promise<void> {
  requested = source;
  for (const url of Object.values($openPictures.get())) URL.revokeObjectURL(url);
  $openPictures.set({});
  await $documents.load(source);
}

/** Shows a picture in the page or saves a PDF; the server records each access. */
export async function openDocument(source: DocumentSource, { id, mediaType, purpose }: StaffDocument): Promise<void> {
  const call = source.list === 'identity' ? staffDocument : requestedDocumentFile;
  const file = await fetchFile(call, { params: { documentId: id } });
  if (!file.ok) notifyFailure(file.failure);
  else if (mediaType === 'application/pdf') saveFile(`${purpose ?? 'document'}.pdf`, file.content);
  else if (isRequested(source))
    $openPictures.setKey(id, URL.createObjectURL(new Blob([file.content], { type: mediaType })));
}

/** Saves a performance review as its owner sees it; the server records the access. */
export function openReviewFile(reviewId: string): Promise<void> {
  return download(`performance-review-${reviewId}.pdf`, staffPerformanceReviewFile, { query: { reviewId } });
}
