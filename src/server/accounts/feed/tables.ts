import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { Fill } from '#shared/accounts/events.ts';
import type { OpeningStatus } from '#shared/accounts/opening.ts';
import type { PlatformCapability } from '#shared/accounts/platform-capabilities.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { PlatformTaskKind, UnbookedReason } from '#shared/risk/office.ts';
import type { BridgeEvent, FillAmendment, PlatformReport } from '../ports/platform/bridge-messages.ts';

/** An event of a contract that the catalog does not list yet, stored as delivered. */
type ParkedEventTable = {
  account_id: string;
  source_id: string;
  instrument: string;
  month: string;
  reason: 'unknown-instrument' | 'unlisted-month';
  event: Json<BridgeEvent>;
  parked_at: Moment;
  dismissed_at: MaybeMoment;
};

/** A row of a statement that the bridge couldn't book; line 0 stands for the whole file. */
type UnreadRowTable = {
  account_id: string;
  file: string;
  line: number;
  reason: UnbookedReason;
  value: string;
  reported_at: Moment;
  dismissed_at: MaybeMoment;
};

/** What a person must do on a platform; deleted once it is confirmed there. */
type PlatformTaskTable = {
  platform: PlatformName;
  id: string;
  account_id: string;
  kind: PlatformTaskKind;
  text: string;
  /** What confirms it at the bridge; null for the file bridge's own. */
  command: MaybeText;
  requested_at: Moment;
};

/**
 * A correction of a fill, or a fee that followed it. The fill's event is rewritten, so that everything reads what counts;
 * what was first delivered stays here.
 */
type FillAmendmentTable = {
  account_id: string;
  source_id: string;
  fill_source_id: string;
  at: Moment;
  amendment: Json<FillAmendment>;
  original: Json<Fill> | null;
  received_at: Moment;
};

/** What a platform says about an account. It is shown, and decides nothing. */
type PlatformReportTable = {
  account_id: string;
  source_id: string;
  type: PlatformReport['type'];
  at: Moment;
  report: Json<PlatformReport>;
  received_at: Moment;
};

/** A paid order whose account the platform hasn't opened yet. */
type PlatformOpeningTable = {
  order_id: string;
  account_id: string;
  person_id: string;
  platform: PlatformName;
  status: OpeningStatus;
  reason: MaybeText;
  until: MaybeMoment;
  requested_at: Moment;
  /** When the bridge said so; an older word doesn't replace it. */
  reported_at: Moment;
};

/** The last heartbeat of each platform's bridge. */
type BridgeHeartbeatTable = {
  platform: PlatformName;
  /** When the bridge signed it, by the bridge's clock. */
  sent_at: ColumnType<Date, Date | undefined, Date>;
  /** Null while its bridge has only reported a problem. */
  seen_at: MaybeMoment;
  capabilities: Generated<PlatformCapability[]>;
  /** How far the platform's newest event lags behind, as the bridge measures it. */
  feed_lag_ms: MaybeNumber;
  maintenance_until: MaybeMoment;
  /** Why its bridge can't say that it has delivered everything. */
  problem: MaybeText;
};

export type FeedTables = {
  parked_event: ParkedEventTable;
  unread_row: UnreadRowTable;
  fill_amendment: FillAmendmentTable;
  platform_report: PlatformReportTable;
  platform_opening: PlatformOpeningTable;
  platform_task: PlatformTaskTable;
  bridge_heartbeat: BridgeHeartbeatTable;
};
