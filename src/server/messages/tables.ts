import type { ColumnType, Generated } from 'kysely';
import type { ConsentRecord, Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { PushMessage } from '#server/core/ports/push/push.ts';
import type { FeatureProgress, FeatureStatus } from '#shared/support/contract-features.ts';

/** One row per address. Pending without `confirmed_at`; ended with `unsubscribed_at` until the next subscription. */
export type NewsletterSubscriptionTable = {
  id: string;
  email: string;
  locale: string;
  /** Counts subscriptions of this address, so that older links can't confirm newer ones. */
  round: Generated<number>;
  consent: Json<ConsentRecord>;
  /** Optional consent to sharing the address; null if not given. */
  sharing_consent: ColumnType<ConsentRecord | null, string | null, string | null>;
  requested_at: Moment;
  confirmed_at: MaybeMoment;
  unsubscribed_at: MaybeMoment;
};

/** A mail to send; the unique `dedupe_key` prevents duplicates. */
export type MailTable = {
  id: string;
  dedupe_key: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  reply_to: MaybeText;
  /** One-click unsubscribe address (RFC 8058); null for mail without a subscription. */
  unsubscribe_url: MaybeText;
  created_at: Moment;
  /** When a process started sending it. */
  claimed_at: MaybeMoment;
  sent_at: MaybeMoment;
  /** When the mail server refused the address for good. */
  refused_at: MaybeMoment;
  /** When it was too old to be tried again. */
  given_up_at: MaybeMoment;
  /** Why the last attempt failed, such as the mail server's reply; null if it didn't. */
  failure: MaybeText;
};

export type FeatureRequestTable = {
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

export type FeatureVoteTable = {
  request_id: string;
  /** `person:<id>`, or `visitor:` and a keyed hash of the browser's session id. */
  voter: string;
  /** A keyed hash of the network address. */
  network: string;
  created_at: Moment;
};

/** A browser that gets alerts. Removed when its push service reports that it is gone. */
export type PushSubscriptionTable = {
  id: string;
  person_id: string;
  /** Hash of the browser's device cookie. */
  device_hash: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: string;
  created_at: Moment;
};

/** A message to one browser; the unique `dedupe_key` prevents duplicates. */
export type PushMessageTable = {
  id: string;
  subscription_id: string;
  dedupe_key: string;
  message: Json<Omit<PushMessage, 'topic'>>;
  created_at: Moment;
  /** When a process started sending it. */
  claimed_at: MaybeMoment;
  sent_at: MaybeMoment;
};
