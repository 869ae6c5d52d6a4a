import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { officeIncidentAccounts, officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { openIncident } from './open-incident.ts';
import { recordAffectedAccounts } from './record-accounts.ts';
import { updateIncident } from './update-incident.ts';

export const statusOfficeRoutes: Routes = (app, deps) => {
  mountPrivate(app, officeIncidentOpen, async ({ actor, body }) => ({ data: await openIncident(deps, actor, body) }));

  mountPrivate(app, officeIncidentUpdate, ({ actor, body }) => updateIncident(deps, actor, body));

  mountPrivate(app, officeIncidentAccounts, async ({ actor, body }) => ({
    data: await recordAffectedAccounts(deps, actor, body),
  }));
};
