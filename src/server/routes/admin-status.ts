import { officeIncidentAccounts, officeIncidentOpen, officeIncidentUpdate } from '../../contract/admin-status.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { openIncident } from '../services/status/open-incident.ts';
import { recordAffectedAccounts } from '../services/status/record-accounts.ts';
import { updateIncident } from '../services/status/update-incident.ts';

const limited = { limit: 'write' } as const;

export const adminStatusRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    officeIncidentOpen,
    async ({ actor, body }) => ({ data: await openIncident(deps, actor, body) }),
    limited,
  );

  mountPrivate(
    app,
    officeIncidentUpdate,
    async ({ actor, body }) => {
      await updateIncident(deps, actor, body);
      return {};
    },
    limited,
  );

  mountPrivate(
    app,
    officeIncidentAccounts,
    async ({ actor, body }) => ({ data: await recordAffectedAccounts(deps, actor, body) }),
    limited,
  );
};
