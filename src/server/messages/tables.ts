import type { WrittenText } from '#i18n/localized.ts';
import type { ConsentRecord } from '#server/core/consent-record.ts';
import { as, type Columns, oneOf, table } from '#server/core/database/table.ts';
import { mailLanes } from './mail/lanes.ts';
import type { PushMessage } from './ports/push/push.ts';

export const messagesTables = {
  /** A mail to send; the unique `dedupe_key` prevents duplicates. */
  mail: table({
    id: 'text primary key',
    dedupe_key: 'text not null unique',
    recipient: 'text not null',
    subject: 'text not null',
    /** What replaces a subject with a code once the mail is sent; null for any other. */
    kept_subject: 'text',
    text: 'text not null',
    html: 'text not null',
    created_at: 'timestamptz not null',
    lane: oneOf(mailLanes, "text not null default 'own'"),
    sent_at: 'timestamptz',
    reply_to: 'text',
    /** One-click unsubscribe address (RFC 8058); null for mail without a subscription. */
    unsubscribe_url: 'text',
    /** When a process started sending it. */
    claimed_at: 'timestamptz',
    /** When the mail server refused the address for good. */
    refused_at: 'timestamptz',
    /** When it was too old to be tried again. */
    given_up_at: 'timestamptz',
    /** Why the last attempt failed, such as the mail server's reply; null if it didn't. */
    failure: 'text',
  })
    .with(
      'create index mail_unsent on mail (created_at) where sent_at is null and refused_at is null and given_up_at is null',
      'create index mail_recipient on mail (lower(recipient), created_at desc)',
      'create index mail_failed on mail (created_at desc, id desc) where failure is not null',
    )
    .later({
      /** When an attempt last ended without the mail server's answer; the mail may have arrived. */
      unanswered_at: 'timestamptz',
    }),
  /** The mailbox adapter's storage, in place of a mail server. */
  mailbox: table({
    id: 'text primary key',
    /** Increases with arrival. */
    number: 'bigint generated always as identity',
    recipient: 'text not null',
    subject: 'text not null',
    text: 'text not null',
    html: 'text not null',
    sent_at: 'timestamptz not null',
    reply_to: 'text',
    unsubscribe_url: 'text',
  }).with('create index mailbox_recipient on mailbox (lower(recipient), number desc)'),
  /** A browser that gets alerts. Removed when its push service reports that it is gone. */
  push_subscription: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    /** Hash of the browser's device cookie. */
    device_hash: 'text not null',
    endpoint: 'text not null unique',
    p256dh: 'text not null',
    auth: 'text not null',
    user_agent: 'text not null',
    created_at: 'timestamptz not null',
  }).with('create index push_subscription_person on push_subscription (person_id, created_at desc)'),
  /** A message to one browser; the unique `dedupe_key` prevents duplicates. */
  push_message: table({
    id: 'text primary key',
    subscription_id: 'text not null references push_subscription on delete cascade',
    dedupe_key: 'text not null unique',
    message: as<Omit<PushMessage, 'topic'>>('jsonb not null'),
    created_at: 'timestamptz not null',
    /** When a process started sending it. */
    claimed_at: 'timestamptz',
    sent_at: 'timestamptz',
  }).with(
    'create index push_message_subscription on push_message (subscription_id)',
    'create index push_message_unsent on push_message (created_at) where sent_at is null',
  ),
  /** One row per address. Pending without `confirmed_at`; ended with `unsubscribed_at` until the next subscription. */
  newsletter_subscription: table({
    id: 'text primary key',
    email: 'text not null',
    locale: 'text not null',
    /** Counts subscriptions of this address, so that older links can't confirm newer ones. */
    round: 'integer not null default 1',
    consent: as<ConsentRecord>('jsonb not null'),
    /** Optional consent to sharing the address; null if not given. */
    sharing_consent: as<ConsentRecord>('jsonb'),
    requested_at: 'timestamptz not null',
    confirmed_at: 'timestamptz',
    unsubscribed_at: 'timestamptz',
  }).with(
    'create index newsletter_subscription_requested on newsletter_subscription (requested_at, id)',
    'create unique index newsletter_subscription_email on newsletter_subscription (lower(email))',
  ),
  /** A notification. Its text is built from `kind` and `details` when it is read. */
  notification: table({
    id: 'text primary key',
    /** Increases with arrival. */
    number: 'bigint generated always as identity',
    person_id: 'text not null references person on delete cascade',
    dedupe_key: 'text not null unique',
    kind: 'text not null',
    details: as<Readonly<Record<string, string | number>>>('jsonb not null'),
    /** Its link without the language prefix; null for none. */
    path: 'text',
    created_at: 'timestamptz not null',
    read_at: 'timestamptz',
  }).with(
    'create index notification_person on notification (person_id, number desc)',
    'create index notification_unread on notification (person_id) where read_at is null',
  ),
  announcement: table({
    id: 'text primary key',
    title: as<WrittenText>('jsonb not null'),
    text: as<WrittenText>('jsonb not null'),
    /** `all`: everyone who matches program and platform. `chosen`: selected people. */
    audience: as<'all' | 'chosen'>("text not null default 'all' check (audience in ('all', 'chosen'))"),
    /** Null for traders of every program. */
    program: 'text',
    platform: 'text',
    starts_at: 'timestamptz not null',
    /** Null until someone ends it. */
    ends_at: 'timestamptz',
    created_by: 'text not null',
    created_at: 'timestamptz not null',
    ended_at: 'timestamptz',
  }).with(
    'check (ends_at > starts_at)',
    "check (audience = 'all' or (program is null and platform is null))",
    'create index announcement_created on announcement (created_at, id)',
    'create index announcement_shown on announcement (starts_at) where ended_at is null',
  ),
  announcement_recipient: table({
    announcement_id: 'text not null references announcement on delete cascade',
    person_id: 'text not null references person on delete cascade',
    added_at: 'timestamptz not null',
  }).with(
    'primary key (announcement_id, person_id)',
    'create index announcement_recipient_person on announcement_recipient (person_id)',
  ),
};

export type NewsletterSubscriptionTable = Columns<typeof messagesTables.newsletter_subscription>;
