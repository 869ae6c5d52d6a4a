import type { DestinationDetails } from '#shared/payouts/payees/destination.ts';
import type { ReturnReason } from '#shared/payouts/stages.ts';

export type RailPayment = {
  /** The payout's id, the same at every attempt: one payment is made, whatever is lost on the way. */
  readonly id: string;
  /** Shown to the payee: `P2026-000042`. */
  readonly number: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly payeeName: string;
  readonly destination: DestinationDetails;
  /** UTC ms; one that isn't made by then is refused, so that no answer comes too late to count. Null without a promise. */
  readonly notAfter: number | null;
};

/** `refused`: never made, and the payee isn't at fault. `returned`: the payee's side didn't take it. */
export type RailAnswer =
  | { readonly status: 'pending' | 'refused' }
  | { readonly status: 'paid'; readonly reference: string }
  | { readonly status: 'returned'; readonly reason: ReturnReason };

/** A provider that pays in seconds. */
export type Rail = {
  readonly name: string;
  /** Makes a payment, or says what became of it. @throws if the provider doesn't answer: it may have paid */
  pay(payment: RailPayment): Promise<RailAnswer>;
};
