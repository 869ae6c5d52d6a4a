import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-office.ts';
import * as steps from './approval/apply-staff-step.ts';
import { approvePayout } from './approval/approve.ts';
import { inspectPayout } from './approval/inspect.ts';

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
};
