import type { ColumnType, Generated } from 'kysely';
import type { ContactTopic } from '../../contract/contact.ts';
import type { FeatureStatus } from '../../contract/features.ts';
import type { ConsentRecord, Json, MaybeMoment, Moment } from './columns.ts';

/** One address, once. Pending without `confirmed_at`; over with `unsubscribed_at`, until it is asked for again. */
export type NewsletterSubscriptionTable = {
  id: string;
  email: string;
  locale: string;
  /** Counts the subscriptions of this address: links of an earlier one must not confirm a later one. */
  round: Generated<number>;
  consent: Json<ConsentRecord>;
  requested_at: Moment;
  confirmed_at: MaybeMoment;
  unsubscribed_at: MaybeMoment;
};

export type ContactMessageTable = {
  id: string;
  /** Unique: the same words from the same address are one message, however often they are sent. */
  fingerprint: string;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  locale: string;
  created_at: Moment;
};

export type FeatureRequestTable = {
  id: string;
  fingerprint: string;
  name: string;
  email: string;
  title: string;
  message: string;
  locale: string;
  /** Only approved ones are public. */
  status: ColumnType<FeatureStatus, FeatureStatus | undefined, FeatureStatus>;
  created_at: Moment;
  decided_at: MaybeMoment;
};

export type FeatureVoteTable = {
  request_id: string;
  /** `person:<id>`, or `visitor:` and a keyed hash of the browser's session id. */
  voter: string;
  /** A keyed hash of the place in the network. */
  network: string;
  created_at: Moment;
};
