import type { ColumnType, Generated } from 'kysely';
import type { WrittenText } from '#i18n/localized.ts';
import type { ConsentRecord, Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { PushMessage } from './ports/push/push.ts';

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
type MailTable = {
  id: string;
  dedupe_key: string;
  recipient: string;
  subject: string;
  /** What replaces a subject with a code once the mail is sent; null for any other. */
  kept_subject: MaybeText;
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

/** A browser that gets alerts. Removed when its push service reports that it is gone. */
type PushSubscriptionTable = {
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
type PushMessageTable = {
  id: string;
  subscription_id: string;
  dedupe_key: string;
  message: Json<Omit<PushMessage, 'topic'>>;
  created_at: Moment;
  /** When a process started sending it. */
  claimed_at: MaybeMoment;
  sent_at: MaybeMoment;
};

/** The mailbox adapter's storage, in place of a mail server. */
type MailboxTable = {
  id: string;
  /** Increases with arrival. */
  number: Generated<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  reply_to: MaybeText;
  unsubscribe_url: MaybeText;
  sent_at: Moment;
};

/** An announcement to traders. */
type AnnouncementTable = {
  id: string;
  title: Json<WrittenText>;
  text: Json<WrittenText>;
  /** `all`: everyone who matches program and platform. `chosen`: selected people. */
  audience: ColumnType<'all' | 'chosen', 'all' | 'chosen' | undefined, never>;
  /** Null for traders of every program. */
  program: MaybeText;
  platform: MaybeText;
  starts_at: Moment;
  /** Null until someone ends it. */
  ends_at: MaybeMoment;
  created_by: string;
  created_at: Moment;
  ended_at: MaybeMoment;
};

/** A person an announcement was sent to. */
type AnnouncementRecipientTable = { announcement_id: string; person_id: string; added_at: Moment };

/** A notification. Its text is built from `kind` and `details` when it is read. */
type NotificationTable = {
  id: string;
  /** Increases with arrival. */
  number: Generated<number>;
  person_id: string;
  dedupe_key: string;
  kind: string;
  details: Json<Readonly<Record<string, string | number>>>;
  /** Its link without the language prefix; null for none. */
  path: MaybeText;
  created_at: Moment;
  read_at: MaybeMoment;
};

export type MessagesTables = {
  notification: NotificationTable;
  mail: MailTable;
  mailbox: MailboxTable;
  newsletter_subscription: NewsletterSubscriptionTable;
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
  announcement: AnnouncementTable;
  announcement_recipient: AnnouncementRecipientTable;
};
