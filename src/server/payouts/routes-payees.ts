import { fileHeaders, sendCsv } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office-payees.ts';
import * as payeesCalls from '#shared/payouts/contract-payees.ts';
import { addDestination } from './payees/add-destination.ts';
import { decideIdentityCheck } from './payees/decide-identity-check.ts';
import { decideSanctionsCheck } from './payees/decide-sanctions-check.ts';
import { getPayee } from './payees/get-payee.ts';
import { listDocuments } from './payees/list-documents.ts';
import { type DocumentFile, getOwnDocument, readDocumentByStaff } from './payees/read-document.ts';
import { receiveIdentityEvent } from './payees/receive-identity-event.ts';
import { removeDestination } from './payees/remove-destination.ts';
import { startIdentityCheck } from './payees/start-identity-check.ts';
import { submitIdentityCheck } from './payees/submit-identity-check.ts';
import { uploadDocument } from './payees/upload-document.ts';
import { writeCompensationCsv } from './payees/write-compensation-csv.ts';

/** Always a download, so that no browser runs the file, whatever it contains. */
function sendDocument({ bytes, name }: DocumentFile): Response {
  return new Response(new Uint8Array(bytes), { headers: fileHeaders('application/octet-stream', name) });
}

export const payeesRoutes: Routes = ({ mount, app, deps }) => {
  app.post('/api/webhooks/identity', async (c) => {
    // The signature covers the raw bytes, so nothing may parse them first.
    await receiveIdentityEvent(deps, c.req.raw.headers, await c.req.text());
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });

  mount(payeesCalls.fetchPayee, ({ deps, actor }) => getPayee(deps, actor.personId));
  mount(payeesCalls.addDestination, ({ deps, actor, body }) => addDestination(deps, actor, body));
  mount(payeesCalls.removeDestination, ({ deps, actor, body }) => removeDestination(deps, actor, body.destinationId));
  mount(payeesCalls.startIdentityCheck, ({ deps, actor }) => startIdentityCheck(deps, actor));
  mount(payeesCalls.startCheckWithoutFace, async ({ deps, actor }) => {
    await startIdentityCheck(deps, actor, 'documents');
  });
  mount(payeesCalls.uploadDocument, ({ deps, actor, body }) => uploadDocument(deps, actor, body));
  mount(payeesCalls.submitIdentityCheck, ({ deps, actor }) => submitIdentityCheck(deps, actor));

  mount(payeesCalls.ownDocument, async ({ deps, actor, params }) =>
    sendDocument(await getOwnDocument(deps, actor, params.documentId)),
  );

  mount(calls.staffDocument, async ({ deps, actor, params }) =>
    sendDocument(await readDocumentByStaff(deps, actor, params.documentId)),
  );

  mount(calls.fetchIdentityDocuments, async ({ deps, query }) => ({
    documents: await listDocuments(deps, query.checkId),
  }));
  mount(calls.decideIdentityCheck, ({ deps, actor, body }) =>
    decideIdentityCheck(deps, `person:${actor.personId}`, body),
  );
  mount(calls.decideSanctionsCheck, ({ deps, actor, body }) => decideSanctionsCheck(deps, actor, body));

  mount(calls.nonemployeeCompensation, async ({ deps, actor, query, context }) => {
    const csv = await writeCompensationCsv(deps, actor, Number(query.year));
    return sendCsv(context, `1099-nec-${query.year}`, csv);
  });
};
