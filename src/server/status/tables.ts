import type { Generated, Selectable } from 'kysely';
import type { MaybeMoment, Moment } from '#server/core/database/columns.ts';
import type { Component, Impact, IncidentStatus, Remedy } from '#shared/status/status.ts';

type ComponentCheckTable = { component: Component; checked_at: Moment; failing_since: MaybeMoment };

type IncidentTable = {
  id: string;
  component: Component;
  impact: Impact;
  status: IncidentStatus;
  title: string;
  /** `person:<id>`, or `system` for our own checks. */
  opened_by: string;
  started_at: Moment;
  confirmed_at: MaybeMoment;
  resolved_at: MaybeMoment;
  is_sample: Generated<boolean>;
};

export type StoredIncident = Selectable<IncidentTable>;

type IncidentUpdateTable = {
  id: string;
  number: Generated<number>;
  incident_id: string;
  status: IncidentStatus;
  text: string;
  actor: string;
  at: Moment;
};

/** The outage ledger: an account affected by an incident, and its remedy. */
type IncidentAccountTable = {
  incident_id: string;
  account_id: string;
  remedy: Remedy;
  note: string;
  actor: string;
  at: Moment;
};

type StatusSubscriptionTable = {
  id: string;
  email: string;
  locale: string;
  round: Generated<number>;
  requested_at: Moment;
  confirmed_at: MaybeMoment;
  unsubscribed_at: MaybeMoment;
};

export type StatusTables = {
  component_check: ComponentCheckTable;
  incident: IncidentTable;
  incident_update: IncidentUpdateTable;
  incident_account: IncidentAccountTable;
  status_subscription: StatusSubscriptionTable;
};
