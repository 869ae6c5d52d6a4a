import { fileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/risk/contract-document-requests.ts';
import { listRequestedDocuments } from './document-requests/list-own.ts';
import { readRequestedDocument } from './document-requests/read-file.ts';
import { closeDocumentRequest, requestDocuments } from './document-requests/request.ts';
import { uploadRequestedDocument } from './document-requests/upload.ts';

export const documentRequestsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.requestDocuments, ({ actor, body }) => requestDocuments(deps, actor, body));
  mount(calls.closeDocumentRequest, ({ actor, body }) => closeDocumentRequest(deps, actor, body.requestId));

  mount(calls.listRequestedDocuments, async ({ query }) => ({
    documents: await listRequestedDocuments(deps, query.requestId),
  }));

  mount(calls.requestedDocumentFile, async ({ actor, params }) => {
    const { bytes, name } = await readRequestedDocument(deps, actor, params.documentId);
    // Always a download, so that no browser runs the file, whatever it contains.
    return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
  });

  mount(calls.uploadRequestedDocument, ({ actor, body }) => uploadRequestedDocument(deps, actor, body));
};
