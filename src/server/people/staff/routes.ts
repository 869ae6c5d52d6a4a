import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/people/contract-staff.ts';
import { endSessionsByStaff } from '../sign-in/end-by-operator.ts';
import { decideStaffRequest } from '../staff/decide.ts';
import { requestStaffChange } from '../staff/request.ts';

const limited = { limit: 'write' } as const;

/** Who works here: roles, suspensions and addresses of staff, and anyone's sessions. */
export const staffRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.appointStaff,
    async ({ actor, body: { email, role } }) => ({
      data: await requestStaffChange(deps, actor, { email }, { change: 'appoint', role }),
    }),
    limited,
  );

  mountPrivate(
    app,
    calls.removeStaffRole,
    async ({ actor, body: { personId, role } }) => ({
      data: await requestStaffChange(deps, actor, { personId }, { change: 'remove', role }),
    }),
    limited,
  );

  mountPrivate(
    app,
    calls.suspendStaff,
    async ({ actor, body }) => ({ data: await requestStaffChange(deps, actor, body, { change: 'suspend' }) }),
    limited,
  );

  mountPrivate(
    app,
    calls.restoreStaff,
    async ({ actor, body }) => ({ data: await requestStaffChange(deps, actor, body, { change: 'restore' }) }),
    limited,
  );

  mountPrivate(
    app,
    calls.correctStaffAddress,
    async ({ actor, body: { personId, email: address } }) => ({
      data: await requestStaffChange(deps, actor, { personId }, { change: 'address', address }),
    }),
    limited,
  );

  mountPrivate(
    app,
    calls.decideStaffRequest,
    async ({ actor, body }) => {
      await decideStaffRequest(deps, actor, body);
      return {};
    },
    limited,
  );

  mountPrivate(
    app,
    calls.endPersonSessions,
    async ({ actor, body }) => {
      await endSessionsByStaff(deps, actor, body.personId);
      return {};
    },
    limited,
  );
};
