import { as, table } from '#server/core/database/table.ts';

export const monitoringTables = {
  /** What all copies know of each alert; see `alerts/course.ts`. */
  operator_alert: table({
    key: 'text primary key',
    name: 'text not null',
    labels: as<Readonly<Record<string, string>>>('jsonb not null'),
    summary: 'text not null',
    started_at: 'timestamptz not null',
    changed_at: 'timestamptz not null',
    holds: 'boolean not null',
    returns: 'integer not null',
    fired_at: 'timestamptz',
    told_at: 'timestamptz',
    told_returns: 'boolean not null',
    /** When a copy began to send it. */
    claimed_at: 'timestamptz',
  }),
};
