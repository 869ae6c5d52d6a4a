import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/risk/contract-document-requests.ts';
import { listRequestedDocuments } from './document-requests/list-own.ts';
import { readRequestedDocument } from './document-requests/read-file.ts';
import { closeDocumentRequest, requestDocuments } from './document-requests/request.ts';
import { uploadRequestedDocument } from './document-requests/upload.ts';

export const documentRequestsRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.requestDocuments, async ({ actor, body }) => ({
    data: await requestDocuments(deps, actor, body),
  }));

  mountPrivate(app, calls.closeDocumentRequest, ({ actor, body }) => closeDocumentRequest(deps, actor, body.requestId));

  mountPrivate(app, calls.listRequestedDocuments, async ({ query }) => ({
    data: { documents: await listRequestedDocuments(deps, query.requestId) },
  }));

  mountPrivateRaw(app, calls.requestedDocumentFile, async ({ actor, params }) => {
    const { bytes, name } = await readRequestedDocument(deps, actor, params.documentId);
    // Always a download, so that no browser runs the file, whatever it contains.
    return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
  });

  mountPrivate(app, calls.uploadRequestedDocument, async ({ actor, body }) => ({
    data: await uploadRequestedDocument(deps, actor, body),
  }));
};
