import { as, type Columns, table } from '#server/core/database/table.ts';
import type { ProviderRefund } from '#shared/orders/provider-refund.ts';
import type { PaymentEventType } from '../events.ts';

/** What the sandbox stores in place of another company. */
export const sandboxTables = {
  /** The sandbox provider's own records; stands in for another company's database. */
  sandbox_payment: table({
    id: 'text primary key',
    order_id: 'text not null unique',
    /** Shown to the buyer; empty if the buyer sees no page. */
    reference: "text not null default ''",
    amount_cents: 'bigint not null',
    currency: 'text not null',
    email: 'text not null',
    description: 'text not null',
    success_url: 'text not null',
    cancel_url: 'text not null',
    /**
     * `authenticating`: the buyer's bank asks the buyer to confirm. `processing`: it takes days to pay or refuse. `disputed`: charged back by that bank, which decides
     * for us (`won`) or for the buyer (`lost`).
     */
    status: as<'open' | 'authenticating' | Exclude<PaymentEventType, `dispute-${string}`> | 'won' | 'lost'>(
      'text not null',
    ),
    created_at: 'timestamptz not null',
    locale: "text not null default 'en'",
    expires_at: "timestamptz not null default 'infinity'::timestamp with time zone",
    /** The outcome of later charges to the same payment method. */
    renewals: as<'pay' | 'decline'>("text not null default 'pay'"),
    /** The payment whose saved method this charge used; null for a payment made on the page. */
    method: 'text',
    /** A card that others use, too; null for the buyer's own. */
    card: 'text',
    /** Oldest first. */
    refunds: as<readonly ProviderRefund[]>("jsonb not null default '[]'"),
  }),
};

export type SandboxPaymentTable = Columns<typeof sandboxTables.sandbox_payment>;
