import { as, oneOf, type Row, table } from '#server/core/database/table.ts';
import {
  type Component,
  components,
  type IncidentStatus,
  impacts,
  incidentStatuses,
  remedies,
} from '#shared/status/status.ts';

export const statusTables = {
  component_check: table({
    component: as<Component>('text primary key'),
    checked_at: 'timestamptz not null',
    /** Null while the last check succeeded. */
    failing_since: 'timestamptz',
  }),
  incident: table({
    id: 'text primary key',
    component: oneOf(components),
    impact: oneOf(impacts),
    status: oneOf(incidentStatuses),
    /** In English; empty for one that our own checks opened. */
    title: 'text not null',
    /** `person:<id>`, or `system` for our own checks. */
    opened_by: 'text not null',
    started_at: 'timestamptz not null',
    confirmed_at: 'timestamptz',
    resolved_at: 'timestamptz',
    is_sample: 'boolean not null default false',
  })
    .with(
      "check ((status = 'resolved') = (resolved_at is not null))",
      "check ((status in ('suspected', 'dismissed')) = (confirmed_at is null))",
      "create unique index incident_suspected on incident (component) where status = 'suspected'",
      'create index incident_started on incident (started_at desc, id)',
    )
    .later({
      outage_platform: 'text',
      outage_from: 'timestamptz',
      outage_until: 'timestamptz',
      remedies_version: 'integer',
      remedies_due_at: 'timestamptz',
      remedied_at: 'timestamptz',
    }),
  incident_update: table({
    id: 'text primary key',
    number: 'bigint generated always as identity',
    incident_id: 'text not null references incident on delete cascade',
    status: as<IncidentStatus>('text not null'),
    text: 'text not null',
    actor: 'text not null',
    at: 'timestamptz not null',
  }).with('create index incident_update_incident on incident_update (incident_id, number)'),
  /** The outage ledger: an account affected by an incident, and its remedy. */
  incident_account: table({
    incident_id: 'text not null references incident on delete cascade',
    account_id: 'text not null references trading_account',
    remedy: oneOf(remedies),
    note: 'text not null',
    actor: 'text not null',
    at: 'timestamptz not null',
  }).with(
    'primary key (incident_id, account_id)',
    'create index incident_account_account on incident_account (account_id)',
  ),
  /** What an account gets for an incident: once by the table in force, and once by staff, with their reason. */
  remedy: table({
    id: 'text primary key',
    incident_id: 'text not null references incident on delete cascade',
    account_id: 'text not null references trading_account on delete cascade',
    amount_cents: 'bigint not null check (amount_cents >= 0)',
    days: 'integer not null default 0',
    /** The equity; null without a loss. */
    before_cents: 'bigint',
    after_cents: 'bigint',
    /** With a loss the breach to void; a reset bought for it is refunded. */
    breach_at: 'timestamptz',
    reason: 'text',
    actor: "text not null default 'rule'",
    created_at: 'timestamptz not null',
    applied_at: 'timestamptz',
  }).migrated(),
  status_subscription: table({
    id: 'text primary key',
    email: 'text not null',
    locale: 'text not null',
    /** Counts subscriptions of this address, so that older links can't confirm newer ones. */
    round: 'integer not null default 1',
    requested_at: 'timestamptz not null',
    confirmed_at: 'timestamptz',
    unsubscribed_at: 'timestamptz',
  }).with('create unique index status_subscription_email on status_subscription (lower(email))'),
};

export type StoredRemedy = Row<typeof statusTables.remedy>;
export type StoredIncident = Row<typeof statusTables.incident>;
