import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/affiliates/contract-office.ts';
import { decideApplication } from './decide.ts';
import { decideCommission } from './decide-commission.ts';

export const affiliatesOfficeRoutes: Routes = ({ mount, deps }) => {
  mount(calls.decideApplication, ({ actor, body }) => decideApplication(deps, actor, body));
  mount(calls.decideCommission, ({ actor, body }) => decideCommission(deps, actor, body));
};
