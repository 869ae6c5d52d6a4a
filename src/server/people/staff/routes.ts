import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/people/contract-staff.ts';
import { endSessionsByStaff } from '../sign-in/end-by-operator.ts';
import { decideStaffRequest } from '../staff/decide.ts';
import { requestStaffChange } from '../staff/request.ts';

/** Who works here: roles, suspensions and addresses of staff, and anyone's sessions. */
export const staffRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.appointStaff, async ({ actor, body: { email, role } }) => ({
    data: await requestStaffChange(deps, actor, { email }, { change: 'appoint', role }),
  }));

  mountPrivate(app, calls.removeStaffRole, async ({ actor, body: { personId, role } }) => ({
    data: await requestStaffChange(deps, actor, { personId }, { change: 'remove', role }),
  }));

  mountPrivate(app, calls.suspendStaff, async ({ actor, body }) => ({
    data: await requestStaffChange(deps, actor, body, { change: 'suspend' }),
  }));

  mountPrivate(app, calls.restoreStaff, async ({ actor, body }) => ({
    data: await requestStaffChange(deps, actor, body, { change: 'restore' }),
  }));

  mountPrivate(app, calls.correctStaffAddress, async ({ actor, body: { personId, email: address } }) => ({
    data: await requestStaffChange(deps, actor, { personId }, { change: 'address', address }),
  }));

  mountPrivate(app, calls.decideStaffRequest, ({ actor, body }) => decideStaffRequest(deps, actor, body));

  mountPrivate(app, calls.endPersonSessions, ({ actor, body }) => endSessionsByStaff(deps, actor, body.personId));
};
