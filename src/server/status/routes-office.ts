import type { Routes } from '#server/core/http/mount.ts';
import { officeIncidentAccounts, officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { openIncident } from './open-incident.ts';
import { recordAffectedAccounts } from './record-accounts.ts';
import { updateIncident } from './update-incident.ts';

export const statusOfficeRoutes: Routes = ({ mount, deps }) => {
  mount(officeIncidentOpen, ({ actor, body }) => openIncident(deps, actor, body));
  mount(officeIncidentUpdate, ({ actor, body }) => updateIncident(deps, actor, body));
  mount(officeIncidentAccounts, ({ actor, body }) => recordAffectedAccounts(deps, actor, body));
};
