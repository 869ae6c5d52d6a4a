import { oneOf, table } from '#server/core/database/table.ts';
import { closureHolds, closureKinds } from '#shared/firm/closure.ts';

/** In dependency order. */
export const closureTables = {
  /** A dry run of an orderly closure. A new one replaces the previous one of staff, or the previous daily one. */
  closure: table({
    id: 'text primary key',
    /** `person:<id>`, or `system` for the daily one. */
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    /** When all its lines were stored. */
    computed_at: 'timestamptz',
  }).migrated(),
  /** What a person gets for one account, order, payout or balance of commissions. */
  closure_line: table({
    /** `<closure>:<person>:<kind>:<subject>`, so that a person's lines follow each other and each is stored once. */
    id: 'text primary key',
    closure_id: 'text not null references closure on delete cascade',
    person_id: 'text not null references person on delete cascade',
    kind: oneOf(closureKinds),
    account_id: 'text references trading_account on delete cascade',
    order_id: 'text references orders on delete cascade',
    amount_cents: 'bigint not null',
    hold: oneOf(closureHolds, 'text'),
    at: 'timestamptz not null',
  }).migrated(),
};
