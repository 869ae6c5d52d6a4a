import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { providerPayoutStatuses, providerTransactionKinds } from '#shared/billing/provider-payout.ts';

/** What the payment provider paid out to the firm, as last reported by it. */
export const providerPayoutsTables = [
  sql`create table provider_payout (
    id text primary key,
    provider text not null,
    status text not null check (${isOneOf('status', providerPayoutStatuses)}),
    amount_cents bigint not null,
    currency text not null,
    created_at timestamptz not null,
    arrives_at timestamptz not null
  )`,
  sql`create index provider_payout_created on provider_payout (created_at, id)`,

  sql`create table provider_transaction (
    id text primary key,
    payout_id text not null references provider_payout on delete cascade,
    kind text not null check (${isOneOf('kind', providerTransactionKinds)}),
    amount_cents bigint not null,
    fee_cents bigint not null,
    order_id text,
    record_id text,
    at timestamptz not null
  )`,
  sql`create index provider_transaction_payout on provider_transaction (payout_id, at, id)`,
  sql`create index provider_transaction_at on provider_transaction (at, id)`,
];
