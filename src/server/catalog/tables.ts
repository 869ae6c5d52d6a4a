import type { WrittenText } from '#i18n/localized.ts';
import { as, type Columns, table } from '#server/core/database/table.ts';

export const catalogTables = {
  /** A discount created in the back office: shown in the ticker and accepted at the checkout while it runs. */
  discount: table({
    id: 'text primary key',
    /** In capitals, as codes are compared. */
    code: 'text not null unique',
    percent_bps: 'integer not null check (percent_bps between 1 and 10000)',
    programs: 'text[] not null check (cardinality(programs) > 0)',
    title: as<WrittenText>('jsonb not null'),
    offer: as<WrittenText>('jsonb'),
    expires_at: 'timestamptz not null',
    created_by: 'text not null',
    created_at: 'timestamptz not null',
    /** When staff ended it early. */
    ended_at: 'timestamptz',
  }).with('create index discount_created on discount (created_at, id)'),
  /** A coupon created in the back office. */
  coupon: table({
    id: 'text primary key',
    /** In capitals. */
    code: 'text not null unique',
    percent_bps: 'integer not null check (percent_bps between 1 and 10000)',
    /** Null for all orders that start something new. */
    programs: 'text[]',
    /** Maximum number of orders; null for no limit. */
    uses: 'integer check (uses > 0)',
    once_per_person: 'boolean not null',
    starts_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    created_by: 'text not null',
    created_at: 'timestamptz not null',
    /** When staff ended it early. */
    ended_at: 'timestamptz',
  }).with('check (expires_at > starts_at)', 'create index coupon_created on coupon (created_at, id)'),
};

export type DiscountTable = Columns<typeof catalogTables.discount>;
