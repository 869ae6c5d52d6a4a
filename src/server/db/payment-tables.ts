import type { Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';

/** What a payment provider told us, once by its own event id. */
export type ProviderEventTable = {
  id: string;
  provider: string;
  type: string;
  order_id: string | null;
  payload: Json<object>;
  received_at: Moment;
  handled_at: MaybeMoment;
};

/** The sandbox provider's own book: it stands for another company's database. */
export type SandboxPaymentTable = {
  id: string;
  order_id: string;
  amount_cents: number;
  currency: string;
  email: string;
  description: string;
  success_url: string;
  cancel_url: string;
  locale: string;
  expires_at: Moment;
  /** `disputed` by the buyer's bank, which then decides for us (`won`) or for the buyer (`lost`). */
  status: 'open' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'refunded' | 'disputed' | 'won' | 'lost';
  /** What becomes of later charges to the same means of payment. */
  renewals: Generated<'pay' | 'decline'>;
  /** The payment whose means this charge used; null for one made on the page. */
  method: MaybeText;
  created_at: Moment;
};

/** A buyer's bank asks for the money of a payment back. */
export type PaymentDisputeTable = {
  /** The provider's own. */
  id: string;
  provider: string;
  order_id: string;
  amount_cents: number;
  reason: string;
  status: 'open' | 'won' | 'lost';
  opened_at: Moment;
  closed_at: MaybeMoment;
};
