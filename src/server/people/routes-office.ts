import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/people/contract-staff.ts';
import * as views from '#shared/people/contract-trader-views.ts';
import { endSessionsByStaff } from './sign-in/end-by-operator.ts';
import { decideStaffRequest } from './staff/decide.ts';
import { requestStaffChange } from './staff/request.ts';
import { endTraderView } from './trader-views/end.ts';
import { startTraderView } from './trader-views/start.ts';

/** Who works here: roles, suspensions and addresses of staff; and anyone's sessions, and their screens as they see them. */
export const peopleOfficeRoutes: Routes = ({ mount, deps }) => {
  mount(calls.appointStaff, ({ actor, body: { email, role } }) =>
    requestStaffChange(deps, actor, { email }, { change: 'appoint', role }),
  );
  mount(calls.removeStaffRole, ({ actor, body: { personId, role } }) =>
    requestStaffChange(deps, actor, { personId }, { change: 'remove', role }),
  );
  mount(calls.suspendStaff, ({ actor, body }) => requestStaffChange(deps, actor, body, { change: 'suspend' }));
  mount(calls.restoreStaff, ({ actor, body }) => requestStaffChange(deps, actor, body, { change: 'restore' }));
  mount(calls.correctStaffAddress, ({ actor, body: { personId, email: address } }) =>
    requestStaffChange(deps, actor, { personId }, { change: 'address', address }),
  );
  mount(calls.decideStaffRequest, ({ actor, body }) => decideStaffRequest(deps, actor, body));
  mount(calls.endPersonSessions, ({ actor, body }) => endSessionsByStaff(deps, actor, body.personId));
  mount(views.startTraderView, ({ actor, body }) => startTraderView(deps, actor, body));
  mount(views.endTraderView, ({ actor, body }) => endTraderView(deps, actor, body.viewId));
};
