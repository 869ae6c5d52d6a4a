import * as calls from '../../contract/document-requests.ts';
import type { Routes } from '../http/context.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { listRequestedDocuments } from '../services/document-request/list.ts';
import { readRequestedDocument } from '../services/document-request/read-file.ts';
import { closeDocumentRequest, requestDocuments } from '../services/document-request/request.ts';
import { uploadRequestedDocument } from '../services/document-request/upload.ts';

const write = { limit: 'write' } as const;
const read = { limit: 'read' } as const;

export const documentRequestRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.requestDocuments,
    async ({ actor, body }) => ({ data: await requestDocuments(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    calls.closeDocumentRequest,
    async ({ actor, body }) => {
      await closeDocumentRequest(deps, actor, body.requestId);
      return {};
    },
    write,
  );

  mountPrivate(
    app,
    calls.listRequestedDocuments,
    async ({ query }) => ({ data: { documents: await listRequestedDocuments(deps, query.requestId) } }),
    read,
  );

  mountPrivateRaw(
    app,
    calls.requestedDocumentFile,
    async ({ actor, params }) => {
      const { bytes, name } = await readRequestedDocument(deps, actor, params.documentId);
      // Always a download, so that no browser runs the file, whatever it contains.
      return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
    },
    read,
  );

  mountPrivate(
    app,
    calls.uploadRequestedDocument,
    async ({ actor, body }) => ({ data: await uploadRequestedDocument(deps, actor, body) }),
    write,
  );
};
