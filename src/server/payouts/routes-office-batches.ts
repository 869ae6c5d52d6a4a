import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office-batches.ts';
import { cancelBatch, removePayment } from './batches/cancel.ts';
import { createBatch } from './batches/create.ts';
import { exportBatch } from './batches/export.ts';
import { applyImport, previewImport } from './batches/import.ts';
import { reviewEntry } from './batches/review-entry.ts';
import { sumPayable } from './batches/sum-payable.ts';

export const payoutsOfficeBatchesRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPayable, () => sumPayable(deps));
  mount(calls.createPayoutBatch, ({ actor, body }) => createBatch(deps, actor, body));
  mount(calls.removeBatchPayment, ({ actor, body }) => removePayment(deps, actor, body.paymentId));
  mount(calls.exportPayoutBatch, ({ actor, body }) => exportBatch(deps, actor, body));
  mount(calls.cancelPayoutBatch, ({ actor, body }) => cancelBatch(deps, actor, body));
  mount(calls.previewBankFile, ({ body }) => previewImport(deps, body));
  mount(calls.applyBankFile, ({ actor, body }) => applyImport(deps, actor, body));
  mount(calls.reviewBankEntry, ({ actor, body }) => reviewEntry(deps, actor, body));
};
