import { as, table } from '#server/core/database/table.ts';
import type { Fill } from '#shared/accounts/model.ts';
import type { OpeningStatus } from '#shared/accounts/opening.ts';
import type { PlatformCapability } from '#shared/accounts/platform-capabilities.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { PlatformTaskKind, UnbookedReason } from '#shared/risk/office-platform.ts';
import type { BridgeEvent, FillAmendment, PlatformReport } from '../ports/platform/bridge-messages.ts';
import type { FillVersion } from './amend-fills.ts';

/** What platforms report besides the events themselves, in dependency order. */
export const feedTables = {
  /** An event of a contract that the catalog does not list yet, stored as delivered. */
  parked_event: table({
    account_id: 'text not null references trading_account on delete cascade',
    source_id: 'text not null',
    instrument: 'text not null',
    month: 'text not null',
    reason: as<'unknown-instrument' | 'unlisted-month'>('text not null'),
    event: as<BridgeEvent>('jsonb not null'),
    parked_at: 'timestamptz not null',
    /** When staff decided that it is never booked. */
    dismissed_at: 'timestamptz',
  }).with('primary key (account_id, source_id)'),
  /**
   * What was said about a fill after it was delivered: a correction, its fee, or the fill again with other content. Its
   * event is rewritten, so that everything reads what counts; what was first delivered stays here.
   */
  fill_amendment: table({
    account_id: 'text not null references trading_account on delete cascade',
    source_id: 'text not null',
    fill_source_id: 'text not null',
    at: 'timestamptz not null',
    amendment: as<FillAmendment | FillVersion>('jsonb not null'),
    /** The fill as the platform first delivered it; null until it arrives. */
    original: as<Fill>('jsonb'),
    received_at: 'timestamptz not null',
  }).with(
    'primary key (account_id, source_id)',
    'create index fill_amendment_fill on fill_amendment (account_id, fill_source_id)',
  ),
  /** What a platform says about an account. It is shown, and decides nothing. */
  platform_report: table({
    account_id: 'text not null references trading_account on delete cascade',
    source_id: 'text not null',
    type: as<PlatformReport['type']>('text not null'),
    at: 'timestamptz not null',
    report: as<PlatformReport>('jsonb not null'),
    received_at: 'timestamptz not null',
  }).with(
    'primary key (account_id, source_id)',
    'create index platform_report_newest on platform_report (account_id, type, at desc, source_id desc)',
  ),
  /** A paid order whose account the platform hasn't opened yet. */
  platform_opening: table({
    order_id: 'text primary key',
    account_id: 'text not null unique',
    person_id: 'text not null references person on delete cascade',
    platform: as<PlatformName>('text not null'),
    status: as<OpeningStatus>('text not null'),
    reason: 'text',
    until: 'timestamptz',
    requested_at: 'timestamptz not null',
    /** When the bridge said so; an older word doesn't replace it. */
    reported_at: 'timestamptz not null',
  }).with('create index platform_opening_requested on platform_opening (requested_at, order_id)'),
  /** A row of a statement that the bridge couldn't book; line 0 stands for the whole file. */
  unread_row: table({
    account_id: 'text not null references trading_account on delete cascade',
    file: 'text not null',
    line: 'integer not null',
    reason: as<UnbookedReason>('text not null'),
    value: 'text not null',
    reported_at: 'timestamptz not null',
    /** When staff decided that it is never booked. */
    dismissed_at: 'timestamptz',
  }).with(
    'primary key (account_id, file, line)',
    'create index unread_row_reported on unread_row (reported_at, account_id, file, line)',
  ),
  /** What a person must do on a platform; deleted once it is confirmed there. */
  platform_task: table({
    platform: as<PlatformName>('text not null'),
    id: 'text not null',
    account_id: 'text not null references trading_account on delete cascade',
    kind: as<PlatformTaskKind>('text not null'),
    text: 'text not null',
    /** What confirms it at the bridge; null for the file bridge's own. */
    command: 'text',
    requested_at: 'timestamptz not null',
  }).with(
    'primary key (platform, id)',
    'create index platform_task_requested on platform_task (requested_at, platform, id)',
    'create index platform_task_account on platform_task (account_id)',
    "create index parked_event_parked on parked_event (parked_at, (account_id || ':' || source_id))",
    'create index parked_event_contract on parked_event (instrument, month)',
  ),
  /** The last heartbeat of each platform's bridge. */
  bridge_heartbeat: table({
    platform: as<PlatformName>('text primary key'),
    /** When the bridge signed it, by the bridge's clock. */
    sent_at: "timestamptz not null default 'epoch'",
    /** Null while its bridge has only reported a problem. */
    seen_at: 'timestamptz',
    capabilities: as<PlatformCapability[]>("text[] not null default '{}'"),
    /** How far the platform's newest event lags behind, as the bridge measures it. */
    feed_lag_ms: 'integer',
    maintenance_until: 'timestamptz',
    /** Why its bridge can't say that it has delivered everything. */
    problem: 'text',
  }),
};
