import * as calls from '../../contract/admin-affiliates.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { decideApplication } from '../services/affiliate/decide.ts';
import { decideCommission } from '../services/affiliate/decide-commission.ts';

export const adminAffiliateRoutes: Routes = (app, deps) => {
  const write = { limit: 'write' } as const;

  mountPrivate(
    app,
    calls.decideApplication,
    async ({ actor, body }) => ({ data: await decideApplication(deps, actor, body) }),
    write,
  );

  mountPrivate(
    app,
    calls.decideCommission,
    async ({ actor, body }) => ({ data: await decideCommission(deps, actor, body) }),
    write,
  );
};
