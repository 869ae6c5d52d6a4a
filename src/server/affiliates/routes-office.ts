import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/affiliates/contract-office.ts';
import { decideApplication } from './decide.ts';
import { decideCommission } from './decide-commission.ts';

export const affiliatesOfficeRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.decideApplication, async ({ actor, body }) => ({
    data: await decideApplication(deps, actor, body),
  }));

  mountPrivate(app, calls.decideCommission, async ({ actor, body }) => ({
    data: await decideCommission(deps, actor, body),
  }));
};
