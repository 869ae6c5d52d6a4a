import type * as z from 'zod/mini';
import type { DataOf } from '#shared/core/call.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import type { duplicateOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { SavedForm } from './checkout-saved-form.ts';

export type OrderQuote = DataOf<typeof quoteOrder>;
export type DuplicateOrder = z.output<typeof duplicateOrder>['earlier'];

export type Buyer = Readonly<SavedForm['buyer']>;

export type OrderQuoteState =
  | { readonly status: 'loading'; readonly quote: OrderQuote | null }
  | { readonly status: 'ready'; readonly quote: OrderQuote }
  /** `blockedReason` says why it can't be bought, in the reader's language; null if the server wasn't reached. */
  | {
      readonly status: 'failed';
      readonly quote: null;
      readonly isUnknown: boolean;
      readonly blockedReason: string | null;
    };

export type CheckoutState = {
  readonly buyer: Buyer;
  readonly errors: ValidationErrors;
  readonly busy: boolean;
  /** The price changed while the page was open and needs confirmation. */
  readonly priceChanged: boolean;
  /** The same product was just ordered; a second charge needs confirmation. */
  readonly earlier: DuplicateOrder | null;
  /** Why the order failed if no field is at fault; empty if the server sent no message. */
  readonly problem: string | null;
};

export const emptyBuyer: Buyer = {
  ...{ email: '', first_name: '', last_name: '', latin_name: '', country: '', postal_code: '' },
  ...{ company_name: '', vat_number: '' },
  ...{ termsUse: 0, startNow: 0, renewalConsent: 0, contractInLocale: 0 },
};

/** A contract's own billing identity, as a form sends it. */
export function billedToForm(billedTo: OrderQuote['billedTo']) {
  return billedTo && Object.fromEntries(Object.entries(billedTo).map(([field, value]) => [field, value ?? '']));
}

/** The checkbox that a quote shows and the one before it didn't; null if there is none. */
export function findNewQuestion(before: OrderQuote, quote: OrderQuote | null) {
  if (quote?.needsStartConsent && !before.needsStartConsent) return 'startNow';
  return quote?.contractFirstIn && !before.contractFirstIn ? 'contractInLocale' : null;
}

export const initialState = { errors: {}, priceChanged: false, earlier: null, problem: null } as const;
