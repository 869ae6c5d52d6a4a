import { oneOf, table } from '#server/core/database/table.ts';
import { closureHolds, closureKinds } from '#shared/firm/closure.ts';

export const closureTables = {
  /** An orderly closure; without `freeze_at` a dry run, which replaces the previous one of staff or of the day. */
  closure: table({
    id: 'text primary key',
    /** `person:<id>`, or `system` for the daily one. */
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    /** When all its lines were stored. */
    computed_at: 'timestamptz',
    /** When it begins, if someone else has confirmed it. */
    freeze_at: 'timestamptz',
    /** How much of each payment for what still runs is returned. */
    refund_percent: 'integer not null default 100',
    confirmed_by: 'text',
    withdrawn_by: 'text',
    /** From then on nothing is sold; it can't be taken back. */
    frozen_at: 'timestamptz',
    /** When everyone had their mail. */
    notified_at: 'timestamptz',
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
    /** What isn't returned of a payment, because the closure returns a part of each; the firm's part of a profit. */
    kept_cents: 'bigint not null default 0',
    payout_id: 'text references payout on delete cascade',
    /** When the decision it waited for left nothing due. */
    voided_at: 'timestamptz',
  }).migrated(),
};
