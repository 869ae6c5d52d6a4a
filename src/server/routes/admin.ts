import { fetchFailedJobs, refundOrder, settleDifference } from '../../contract/admin.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { settleDifference as settleBalanceDifference } from '../services/difference/settle.ts';
import { listFailedJobs } from '../services/job/list-failed.ts';
import { refundByOperator } from '../services/order/refund-by-operator.ts';

export const adminRoutes: Routes = (app) => {
  mountPrivate(app, fetchFailedJobs, async ({ deps }) => ({ data: { jobs: await listFailedJobs(deps) } }), {
    limit: 'read',
  });

  mountPrivate(
    app,
    refundOrder,
    async ({ deps, actor, body }) => ({ data: await refundByOperator(deps, actor, body) }),
    {
      limit: 'write',
    },
  );

  mountPrivate(
    app,
    settleDifference,
    async ({ deps, actor, body }) => ({ data: await settleBalanceDifference(deps, `person:${actor.personId}`, body) }),
    {
      limit: 'write',
    },
  );
};
