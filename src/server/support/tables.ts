import type { ColumnType, Generated, Selectable } from 'kysely';
import type { MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import type { FeatureProgress, FeatureStatus } from '#shared/support/contract-features.ts';
import type { TicketTopic } from '#shared/support/contract-shapes.ts';
import type { MessageKind, TicketStatus } from '#shared/support/ticket.ts';

type TicketTable = {
  id: string;
  /** Shown to people: `T2026-000042`. */
  number: string;
  /** Unique while open: sending the same text from the same address again doesn't create another ticket. */
  fingerprint: MaybeText;
  /** Null for a guest. */
  person_id: MaybeText;
  name: string;
  email: string;
  locale: string;
  topic: TicketTopic;
  subject: string;
  order_id: MaybeText;
  account_id: MaybeText;
  payout_id: MaybeText;
  feature_request_id: MaybeText;
  status: TicketStatus;
  assignee_id: MaybeText;
  /** The ticket its messages were moved to. */
  merged_into: MaybeText;
  version: Generated<number>;
  opened_at: Moment;
  first_replied_at: MaybeMoment;
  reply_due_at: MaybeMoment;
  resolution_due_at: MaybeMoment;
  /** Bank days; set while it waits for the requester. */
  resolution_days_left: MaybeNumber;
  closed_at: MaybeMoment;
  changed_at: Moment;
  reply_overdue_alert_for: MaybeMoment;
  resolution_overdue_alert_for: MaybeMoment;
  /** Part of the demo: no alerts. */
  is_sample: Generated<boolean>;
};

export type StoredTicket = Selectable<TicketTable>;

type TicketMessageTable = {
  id: string;
  number: Generated<number>;
  ticket_id: string;
  kind: MessageKind;
  /** `person:<id>`, or `guest`. */
  actor: string;
  text: string;
  idempotency_key: string;
  created_at: Moment;
};

type TicketAttachmentTable = {
  id: string;
  message_id: MaybeText;
  uploader: string;
  name: string;
  media_type: DocumentMediaType;
  size_bytes: number;
  /** Encrypted. */
  content: ColumnType<Uint8Array, Uint8Array, Uint8Array>;
  uploaded_at: Moment;
};

/** Agents who have a ticket open. */
type TicketPresenceTable = { ticket_id: string; person_id: string; seen_at: Moment; writing_at: MaybeMoment };

type FeatureRequestTable = {
  id: string;
  fingerprint: string;
  name: string;
  email: string;
  title: string;
  message: string;
  locale: string;
  /** Only approved suggestions are public. */
  status: ColumnType<FeatureStatus, FeatureStatus | undefined, FeatureStatus>;
  progress: ColumnType<FeatureProgress, FeatureProgress | undefined, FeatureProgress>;
  progress_reason: MaybeText;
  created_at: Moment;
  decided_at: MaybeMoment;
};

type FeatureVoteTable = {
  request_id: string;
  /** `person:<id>`, or `visitor:` and a keyed hash of the browser's session id. */
  voter: string;
  /** A keyed hash of the network address. */
  network: string;
  created_at: Moment;
};

export type SupportTables = {
  ticket: TicketTable;
  ticket_message: TicketMessageTable;
  ticket_attachment: TicketAttachmentTable;
  ticket_presence: TicketPresenceTable;
  feature_request: FeatureRequestTable;
  feature_vote: FeatureVoteTable;
};
