import { sendCsv, sendDownload } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office.ts';
import * as batches from '#shared/payouts/contract-office-batches.ts';
import * as payees from '#shared/payouts/contract-office-payees.ts';
import * as steps from './approval/apply-staff-step.ts';
import { approvePayout } from './approval/approve.ts';
import { inspectPayout } from './approval/inspect.ts';
import { cancelBatch, removePayment } from './batches/cancel.ts';
import { createBatch } from './batches/create.ts';
import { exportBatch } from './batches/export.ts';
import { applyImport, previewImport } from './batches/import.ts';
import { reviewEntry } from './batches/review-entry.ts';
import { sumPayable } from './batches/sum-payable.ts';
import { decideIdentityCheck } from './payees/decide-identity-check.ts';
import { decideSanctionsCheck } from './payees/decide-sanctions-check.ts';
import { listDocuments } from './payees/list-documents.ts';
import { readDocumentByStaff } from './payees/read-document.ts';
import { writeCompensationCsv } from './payees/write-compensation-csv.ts';

export const payoutsOfficeRoutes: Routes = ({ mount, deps }) => {
  mount(calls.inspectPayout, ({ query }) => inspectPayout(deps, query.payoutId));
  mount(calls.reviewPayout, ({ actor, body }) => steps.reviewPayout(deps, actor, body.payoutId));
  mount(calls.approvePayout, async ({ actor, body }) => {
    const { payout } = await approvePayout(deps, actor, body.payoutId);
    return { payout };
  });
  mount(calls.rejectPayout, ({ actor, body }) => steps.rejectPayout(deps, actor, body));
  mount(calls.sendPayout, ({ actor, body }) => steps.sendPayout(deps, actor, body));
  mount(calls.settlePayout, ({ actor, body }) => steps.settlePayout(deps, actor, body));
  mount(calls.returnPayout, ({ actor, body }) => steps.returnPayout(deps, actor, body));

  mount(batches.fetchPayable, () => sumPayable(deps));
  mount(batches.createPayoutBatch, ({ actor, body }) => createBatch(deps, actor, body));
  mount(batches.removeBatchPayment, ({ actor, body }) => removePayment(deps, actor, body.paymentId));
  mount(batches.exportPayoutBatch, ({ actor, body }) => exportBatch(deps, actor, body));
  mount(batches.cancelPayoutBatch, ({ actor, body }) => cancelBatch(deps, actor, body));
  mount(batches.previewBankFile, ({ body }) => previewImport(deps, body));
  mount(batches.applyBankFile, ({ actor, body }) => applyImport(deps, actor, body));
  mount(batches.reviewBankEntry, ({ actor, body }) => reviewEntry(deps, actor, body));

  mount(payees.staffDocument, async ({ actor, params }) =>
    sendDownload(await readDocumentByStaff(deps, actor, params.documentId)),
  );
  mount(payees.fetchIdentityDocuments, async ({ query }) => ({ documents: await listDocuments(deps, query.checkId) }));
  mount(payees.decideIdentityCheck, ({ actor, body }) => decideIdentityCheck(deps, `person:${actor.personId}`, body));
  mount(payees.decideSanctionsCheck, ({ actor, body }) => decideSanctionsCheck(deps, actor, body));
  mount(payees.nonemployeeCompensation, async ({ actor, query: { year } }) =>
    sendCsv(`1099-nec-${year}`, await writeCompensationCsv(deps, actor, Number(year))),
  );
};
