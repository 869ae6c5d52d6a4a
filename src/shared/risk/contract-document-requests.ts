import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { documentMediaTypes, maxDocumentBytes } from '#shared/core/document.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';

const moment = z.int();
const access = { roles: ['risk_manager', 'admin'] } as const;

/** A file uploaded for a request; its content has a call of its own. */
export const requestedDocument = z.object({
  id: z.string(),
  mediaType: z.enum(documentMediaTypes),
  sizeBytes: z.int(),
  uploadedAt: moment,
});

export type RequestedDocument = z.output<typeof requestedDocument>;

export const documentRequest = z.object({
  id: z.string(),
  /** What is needed and why, as shown to the trader. */
  text: z.string(),
  requestedAt: moment,
  documents: z.array(requestedDocument),
});

export const requestDocuments = defineCall({
  summary:
    'Requests documents from an account’s trader, by email and on the account. One request at a time per account',
  post: 'admin/risk/documents',
  access,
  body: z.object({ accountId: opaqueId, text: freeText(2_000) }),
  data: z.object({ requestId: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const closeDocumentRequest = defineCall({
  summary: 'Closes a request. Its documents are deleted thirty days later',
  post: 'admin/risk/documents/close',
  access,
  body: z.object({ requestId: opaqueId }),
  errors: ['not_found', 'conflict'],
});

export const listRequestedDocuments = defineCall({
  summary: 'Lists a trader’s uploads for a request, without the contents',
  get: 'admin/risk/documents',
  access,
  query: z.object({ requestId: opaqueId }),
  data: z.object({ documents: z.array(requestedDocument) }),
  errors: ['not_found'],
});

export const requestedDocumentFile = defineCall({
  summary: 'Returns a document uploaded for a request. Each access is recorded',
  get: 'admin/risk/documents/{documentId}',
  access,
  params: z.object({ documentId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found'],
});

export const uploadRequestedDocument = defineCall({
  summary: 'Adds a document to an open document request: JPEG, PNG, WebP or PDF, 10 MB each, ten at most',
  post: 'account/documents/upload',
  multipart: true,
  body: z.object({
    requestId: opaqueId,
    document: z.optional(z.file('required').check(z.maxSize(maxDocumentBytes, 'document_size'))),
  }),
  data: requestedDocument,
  errors: ['document_request_closed', 'document_request_full', 'not_found'],
});
