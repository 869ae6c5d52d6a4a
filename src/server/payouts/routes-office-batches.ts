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
  const read = { limit: 'read' } as const;
  const write = { limit: 'write' } as const;

  mountPrivate(app, calls.fetchPayable, async () => ({ data: await sumPayable(deps) }), read);

  mountPrivate(
    app,
    calls.createPayoutBatch,
    async ({ actor, body }) => ({ data: await createBatch(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    calls.removeBatchPayment,
    async ({ actor, body }) => {
      await removePayment(deps, actor, body.paymentId);
      return {};
    },
    write,
  );

  mountPrivate(
    app,
    calls.exportPayoutBatch,
    async ({ actor, body }) => ({ data: await exportBatch(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    calls.cancelPayoutBatch,
    async ({ actor, body }) => {
      await cancelBatch(deps, actor, body);
      return {};
    },
    write,
  );

  mountPrivate(app, calls.previewBankFile, async ({ body }) => ({ data: await previewImport(deps, body) }), write);

  mountPrivate(
    app,
    calls.applyBankFile,
    async ({ actor, body }) => ({ data: await applyImport(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    calls.reviewBankEntry,
    async ({ actor, body }) => {
      await reviewEntry(deps, actor, body);
      return {};
    },
    write,
  );
};
