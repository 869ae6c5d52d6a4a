import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office.ts';
import * as steps from './approval/apply-staff-step.ts';
import { approvePayout } from './approval/approve.ts';
import { inspectPayout } from './approval/inspect.ts';

export const payoutsOfficeRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.inspectPayout, async ({ query }) => ({ data: await inspectPayout(deps, query.payoutId) }));

  mountPrivate(app, calls.reviewPayout, async ({ actor, body }) => ({
    data: await steps.reviewPayout(deps, actor, body.payoutId),
  }));

  mountPrivate(app, calls.approvePayout, async ({ actor, body }) => {
    const { payout } = await approvePayout(deps, actor, body.payoutId);
    return { data: { payout } };
  });

  mountPrivate(app, calls.rejectPayout, async ({ actor, body }) => ({
    data: await steps.rejectPayout(deps, actor, body),
  }));

  mountPrivate(app, calls.sendPayout, async ({ actor, body }) => ({ data: await steps.sendPayout(deps, actor, body) }));

  mountPrivate(app, calls.settlePayout, async ({ actor, body }) => ({
    data: await steps.settlePayout(deps, actor, body),
  }));

  mountPrivate(app, calls.returnPayout, async ({ actor, body }) => ({
    data: await steps.returnPayout(deps, actor, body),
  }));
};
