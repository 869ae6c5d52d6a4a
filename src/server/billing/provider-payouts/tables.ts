import { oneOf, table } from '#server/core/database/table.ts';
import { providerPayoutStatuses, providerTransactionKinds } from '#shared/billing/provider-payout.ts';

/** What the payment provider paid out to the firm, as last reported by it. */
export const providerPayoutsTables = {
  /** Money that the payment provider sent to the firm's bank. */
  provider_payout: table({
    id: 'text primary key',
    provider: 'text not null',
    status: oneOf(providerPayoutStatuses),
    amount_cents: 'bigint not null',
    currency: 'text not null',
    created_at: 'timestamptz not null',
    arrives_at: 'timestamptz not null',
  }).with('create index provider_payout_created on provider_payout (created_at, id)'),
  /** What a payout consists of; its amounts less their fees add up to it. */
  provider_transaction: table({
    id: 'text primary key',
    payout_id: 'text not null references provider_payout on delete cascade',
    kind: oneOf(providerTransactionKinds),
    /** Before the fee; negative for what left the balance. */
    amount_cents: 'bigint not null',
    fee_cents: 'bigint not null',
    /** The order that the provider names for a charge; it may be another shop's. */
    order_id: 'text',
    /** The provider's id of the refund or the dispute. */
    record_id: 'text',
    at: 'timestamptz not null',
  }).with(
    'create index provider_transaction_payout on provider_transaction (payout_id, at, id)',
    'create index provider_transaction_at on provider_transaction (at, id)',
  ),
};
