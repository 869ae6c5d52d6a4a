import type { ColumnType, Generated } from 'kysely';
import type { MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ProviderRefund } from '#shared/orders/provider-refund.ts';

/** The sandbox provider's own records; stands in for another company's database. */
export type SandboxPaymentTable = {
  id: string;
  order_id: string;
  /** Shown to the buyer; empty if the buyer sees no page. */
  reference: Generated<string>;
  amount_cents: number;
  currency: string;
  email: string;
  description: string;
  success_url: string;
  cancel_url: string;
  locale: string;
  expires_at: Moment;
  /**
   * `authenticating`: the buyer's bank asks the buyer to confirm. `disputed`: charged back by that bank, which decides
   * for us (`won`) or for the buyer (`lost`).
   */
  status:
    | 'open'
    | 'authenticating'
    | 'paid'
    | 'declined'
    | 'canceled'
    | 'expired'
    | 'refunded'
    | 'disputed'
    | 'won'
    | 'lost';
  /** The outcome of later charges to the same payment method. */
  renewals: Generated<'pay' | 'decline'>;
  /** The payment whose saved method this charge used; null for a payment made on the page. */
  method: MaybeText;
  /** A card that others use, too; null for the buyer's own. */
  card: MaybeText;
  /** Oldest first. */
  refunds: ColumnType<readonly ProviderRefund[], string | undefined, string>;
  created_at: Moment;
};

export type SandboxTables = {
  sandbox_payment: SandboxPaymentTable;
};
