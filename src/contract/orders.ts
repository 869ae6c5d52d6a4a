import * as z from 'zod/mini';
import { addOns, orderStatuses } from '../domain/order/types.ts';
import { defineCall } from './call.ts';
import { accepted, countryCode, email, opaqueId, optionalBox, requiredText } from './fields.ts';
import { orderKind, platform, selection } from './selection.ts';

export const priceLine = z.object({
  /** What the line is; who shows it translates it. */
  item: z.enum(['package', ...addOns, 'coupon']),
  amountCents: z.int(),
});

export const renewal = z.object({
  amountCents: z.int(),
  every: z.enum(['monthly', 'yearly']),
  /** When it is charged next, if this purchase is made now. */
  nextAt: z.int(),
});

const quote = z.object({
  currency: z.literal('USD'),
  /** What is bought, in the language of the request. */
  name: z.string(),
  /** The package that is charged: another than asked for where the buyer is a professional. */
  packageId: z.string(),
  lines: z.array(priceLine),
  totalCents: z.int(),
  /** The tax the total contains, for the buyer's country where that is known. */
  tax: z.object({ includedCents: z.int(), rateBps: z.int() }),
  /** What a coupon did; a coupon that does nothing says why. */
  coupon: z.enum(['none', 'applied', 'unknown', 'expired', 'not-for-this', 'used-up']),
  renewal: z.nullable(renewal),
  /** Without the buyer's consent to an earlier start it starts after 14 days; the checkout asks where this is true. */
  needsStartConsent: z.boolean(),
  /** The account it is for, and when its paid period ends. */
  account: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      platformAccountId: z.string(),
      status: z.enum(['active', 'locked', 'passed', 'breached']),
      periodEndsAt: z.nullable(z.int()),
    }),
  ),
});

/** What can't be bought, and why: of a quote and of the order alike. */
const purchaseErrors = [
  'no_token',
  'not_found',
  'account_suspended',
  'activation_done',
  'activation_early',
  'activation_none',
  'bill_settled',
  'data_included',
  'data_running',
  'not_orderable',
  'renew_none',
  'renew_paid',
  'renew_passed',
  'reset_none',
  'reset_passed',
  'review_early',
  'trial_used',
] as const;

export const quoteOrder = defineCall({
  name: 'quoteOrder',
  summary: 'What a selection costs now, in lines; the server’s sum is the one that counts',
  method: 'POST',
  path: 'orders/quote',
  body: z.object({ selection, country: z.optional(countryCode) }),
  data: quote,
  errors: [...purchaseErrors, 'too_many'],
});

export const createOrder = defineCall({
  name: 'createOrder',
  summary: 'Opens an order and its payment. With a token the order is the bearer’s, else it is a guest’s',
  method: 'POST',
  path: 'orders/create',
  idempotent: true,
  body: z.object({
    selection,
    /** The total the person saw; another total today answers 409 with the new quote and charges nothing. */
    expectedTotalCents: z.int().check(z.gte(0)),
    email,
    first_name: requiredText(80),
    last_name: requiredText(80),
    country: countryCode,
    termsUse: accepted('terms'),
    /**
     * Consent that performance begins at once, by which the right to withdraw from the contract ends. Asked of
     * consumers in the European Union; without it theirs begins when the fourteen days are over.
     */
    startNow: optionalBox,
    /** The buyer knows of the same order minutes ago and wants another; without it that answers 409 with `earlier`. */
    again: optionalBox,
    browserSessionId: z.optional(z.string().check(z.maxLength(128, 'too_long'))),
  }),
  data: z.object({ orderId: z.string(), sessionId: z.string(), paymentUrl: z.string() }),
  errors: [
    ...purchaseErrors,
    'conflict',
    'coupon_used',
    'idempotency_conflict',
    'ordered_before',
    'payment_unavailable',
    'price_changed',
    'too_many',
  ],
});

/** The data of the 409 of an order that is the same as one of minutes ago. */
export const duplicateOrder = z.object({
  earlier: z.object({
    orderId: z.string(),
    createdAt: z.int(),
    /** Where it can still be paid; null once it is. */
    paymentUrl: z.nullable(z.string()),
  }),
});

export const orderStatus = z.enum(orderStatuses);

export const orderResult = defineCall({
  name: 'orderResult',
  summary: 'What became of an order; order id and session id must belong together',
  method: 'GET',
  path: 'orders/result',
  query: z.object({ orderId: opaqueId, sessionId: opaqueId }),
  data: z.object({
    orderId: z.string(),
    status: orderStatus,
    kind: orderKind,
    name: z.string(),
    packageId: z.string(),
    platform,
    lines: z.array(priceLine),
    currency: z.literal('USD'),
    totalCents: z.int(),
    /** The tax the total contains. */
    tax: z.object({ includedCents: z.int(), rateBps: z.int() }),
    /** The number of the invoice, once it is paid; what was free has none. */
    invoice: z.nullable(z.string()),
    /** With the middle of the local part hidden: whoever has the link is not thereby the buyer. */
    email: z.string(),
    /** The buyer has no password yet and gets a mail to choose one. */
    passwordWanted: z.boolean(),
    paymentUrl: z.nullable(z.string()),
    /** The checkout of the same thing, for another try. */
    checkoutPath: z.string(),
    createdAt: z.int(),
    paidAt: z.nullable(z.int()),
    /** Later than the payment where the buyer didn't ask for a start within the 14 days. */
    beginsAt: z.nullable(z.int()),
    /** It is deferred until `beginsAt`, and its buyer may start it now. */
    isDeferred: z.boolean(),
    fulfilledAt: z.nullable(z.int()),
    /** The money goes back: what was bought had been bought already, or cannot be given. */
    refundComing: z.boolean(),
  }),
  errors: ['not_found', 'too_many'],
});

export const startOrder = defineCall({
  name: 'startOrder',
  summary: 'Starts a deferred order now, with the buyer’s consent; starting twice starts once',
  method: 'POST',
  path: 'orders/start',
  body: z.object({
    orderId: opaqueId,
    /** The order's own session; not needed by its buyer with a token. */
    sessionId: z.optional(opaqueId),
    /** Consent to the start, and acknowledgement that the right to withdraw from the contract ends by it. */
    startNow: accepted('start_now'),
  }),
  data: z.object({ beginsAt: z.int() }),
  errors: ['not_found', 'start_not_possible', 'too_many'],
});
