import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office-batches.ts';
import { cancelBatch, removePayment } from './batches/cancel.ts';
import { createBatch } from './batches/create.ts';
import { exportBatch } from './batches/export.ts';
import { applyImport, previewImport } from './batches/import.ts';
import { reviewEntry } from './batches/review-entry.ts';
import { sumPayable } from './batches/sum-payable.ts';

export const payoutsOfficeBatchesRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchPayable, async () => ({ data: await sumPayable(deps) }));

  mountPrivate(app, calls.createPayoutBatch, async ({ actor, body }) => ({
    data: await createBatch(deps, actor, body),
  }));

  mountPrivate(app, calls.removeBatchPayment, ({ actor, body }) => removePayment(deps, actor, body.paymentId));

  mountPrivate(app, calls.exportPayoutBatch, async ({ actor, body }) => ({
    data: await exportBatch(deps, actor, body),
  }));

  mountPrivate(app, calls.cancelPayoutBatch, ({ actor, body }) => cancelBatch(deps, actor, body));

  mountPrivate(app, calls.previewBankFile, async ({ body }) => ({ data: await previewImport(deps, body) }));

  mountPrivate(app, calls.applyBankFile, async ({ actor, body }) => ({ data: await applyImport(deps, actor, body) }));

  mountPrivate(app, calls.reviewBankEntry, ({ actor, body }) => reviewEntry(deps, actor, body));
};
