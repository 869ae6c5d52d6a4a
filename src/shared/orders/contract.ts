import * as z from 'zod/mini';
import { locales } from '#i18n/locales.ts';
import { accountStatuses } from '#shared/accounts/model.ts';
import { defineCall } from '#shared/core/call.ts';
import {
  browserSessionId,
  countryCode,
  email,
  opaqueId,
  optionalCaptcha,
  optionalCheckbox,
  requiredCheckbox,
  token,
} from '#shared/core/fields.ts';
import { approximateCurrencies } from './approximate-total.ts';
import { billedTo, billedToFields, taxFields } from './contract-buyer.ts';
import { cancellationRight, includedTax, orderStatus, priceLine, promotion } from './contract-quote.ts';
import { orderBuyer, orderChoice, orderKind, platform, selection } from './contract-selection.ts';
import { purchaseErrors } from './purchase-errors.ts';
import { billingIntervals } from './types.ts';

export const renewal = z.object({
  amountCents: z.int(),
  billingInterval: z.enum(billingIntervals),
  /** The next charge if this purchase is made now. */
  nextAt: z.int(),
});

/** Identifies the browser: a guest's unpaid order reserves its coupon for that browser only. */

const quote = z.object({
  currency: z.literal('USD'),
  name: z.string(),
  /** The package charged, which differs from the requested one for professionals. */
  packageId: z.string(),
  lines: z.array(priceLine),
  totalCents: z.int(),
  /** About how much the total is in the buyer's currency, in hundredths; null in dollars or without a recent rate. */
  approximateTotal: z.nullable(z.object({ currency: z.enum(approximateCurrencies), cents: z.int() })),
  /** For the buyer's country, postal code and VAT number, as far as known. */
  tax: includedTax,
  /** Who an order for a running subscription is billed to, whatever it names; null for any other. */
  billedTo: z.nullable(billedTo),
  /** Whether the coupon applies, or why it doesn't. */
  coupon: z.enum(['none', 'applied', 'unknown', 'expired', 'not-for-this', 'used-up']),
  /** What the coupon is valid for if it doesn't fit this purchase; null for all kinds or all programs. */
  couponFor: z.nullable(z.object({ kinds: z.nullable(z.array(orderKind)), programs: z.nullable(z.array(z.string())) })),
  promotion,
  renewal: z.nullable(renewal),
  /**
   * The language in which the law has the contract delivered first, if it isn't the request's; the buyer may then choose
   * the request's expressly.
   */
  contractFirstIn: z.nullable(z.enum(locales)),
  /** Whether the order starts a subscription, which needs the buyer's own consent to its renewal. */
  needsRenewalConsent: z.boolean(),
  /** Subscriptions that this order replaces: each runs out on its date (UTC ms) and doesn't renew. */
  ends: z.array(z.object({ name: z.string(), endsAt: z.int() })),
  /**
   * Whether the checkout must ask for consent to an immediate start; without consent the order starts after the
   * cancellation period.
   */
  needsStartConsent: z.boolean(),
  cancellationRight,
  /** The rules version its account follows, published at /rules; null if no account is opened. */
  rulesVersion: z.nullable(z.string()),
  /**
   * For a performance review: the size of the account's record. Under 30 trades or 20 trading days the review draws no
   * conclusions.
   */
  reviewSample: z.nullable(z.object({ trades: z.int(), days: z.int(), isEnough: z.boolean() })),
  /** The target account, and the end of its paid period. */
  account: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      platformAccountId: z.string(),
      status: z.enum(accountStatuses),
      periodEndsAt: z.nullable(z.int()),
      /** Whether a dispute of its breach waits for a decision. */
      isDisputed: z.boolean(),
    }),
  ),
});

export const quoteOrder = defineCall({
  summary: 'Prices a selection in lines. The server’s total is authoritative',
  post: 'orders/quote',
  access: 'any',
  body: z.object({
    selection,
    country: z._default(z.union([countryCode, z.literal('')]), ''),
    ...taxFields,
    browserSessionId,
  }),
  data: quote,
  limit: 'quote',
  errors: [...purchaseErrors],
});

export const createOrder = defineCall({
  summary: 'Creates an order and its payment. With a token the order is yours, otherwise a guest order',
  post: 'orders/create',
  access: 'any',
  idempotent: true,
  body: z.object({
    selection,
    /** The total the buyer saw; a different total returns 409 with the new quote and charges nothing. */
    expectedTotalCents: z.int().check(z.gte(0)),
    email,
    ...billedToFields,
    termsUse: requiredCheckbox('terms'),
    /**
     * Consent to an immediate start, which may end the right to cancel the contract early. Required if the quote says
     * so; without it the order starts after the cancellation period.
     */
    startNow: optionalCheckbox,
    /** Consent to the automatic renewal, kept with the sentence it was given to. Required if the quote says so. */
    renewalConsent: optionalCheckbox,
    /** Express choice of the request's language, where the quote says that the contract comes in another one first. */
    contractInLocale: optionalCheckbox,
    /** Confirms a repeat of a recent order; without it the call returns 409 with `earlier`. */
    again: optionalCheckbox,
    browserSessionId,
    /** For guests only, and only with a coupon that has a limited number of uses. */
    captcha: optionalCaptcha,
  }),
  data: z.object({ orderId: z.string(), sessionId: z.string(), paymentUrl: z.string() }),
  limit: 'order',
  errors: [
    ...purchaseErrors,
    'account_needed',
    'captcha_unavailable',
    'conflict',
    'coupon_used',
    'idempotency_conflict',
    'order_replaced',
    'ordered_before',
    'payment_unavailable',
    'price_changed',
    'token_invalid',
  ],
});

/** Data of the 409 for an order that repeats a recent one. */
export const duplicateOrder = z.object({
  earlier: z.object({
    orderId: z.string(),
    orderNumber: z.string(),
    createdAt: z.int(),
    /** Where it can be paid; null once paid. */
    paymentUrl: z.nullable(z.string()),
    /** Whether its payment is on its way from the bank. */
    isProcessing: z.boolean(),
  }),
});

export const orderResult = defineCall({
  summary: 'Returns the result of an order. Order id and session id must match',
  get: 'orders/result',
  access: 'any',
  query: z.object({ orderId: opaqueId, sessionId: opaqueId, browserSessionId }),
  data: z.object({
    orderId: z.string(),
    /** The number shown to people, such as 7KQ4-M2X9. */
    orderNumber: z.string(),
    status: orderStatus,
    kind: orderKind,
    name: z.string(),
    packageId: z.string(),
    /** How the account of an evaluation or a trial starts; null for other products, and a null floor without one. */
    account: z.nullable(z.object({ balanceCents: z.int(), floorCents: z.nullable(z.int()) })),
    platform,
    lines: z.array(priceLine),
    currency: z.literal('USD'),
    totalCents: z.int(),
    tax: includedTax,
    /** What refunds and the buyer's bank have returned so far. */
    refundedCents: z.int(),
    /** The invoice number once paid; free orders have none. */
    invoice: z.nullable(z.string()),
    /** Partly masked unless this browser placed the order, because the link alone doesn't prove who reads it. */
    email: z.string(),
    /** Whether the address can be corrected: this browser ordered as a guest, and nobody has claimed the order yet. */
    isAddressOpen: z.boolean(),
    /** Whether the buyer has no password and gets an email to set one. */
    passwordWanted: z.boolean(),
    paymentUrl: z.nullable(z.string()),
    /** The checkout of the same product, for a retry. */
    checkoutPath: z.string(),
    /** The result of the order that replaced this one after a correction; null if there is none. */
    replacedByPath: z.nullable(z.string()),
    createdAt: z.int(),
    paidAt: z.nullable(z.int()),
    /** When the product starts, for a paid order without consent to an immediate start. */
    beginsAt: z.nullable(z.int()),
    /** Deferred until `beginsAt`; its buyer can start it now. */
    isDeferred: z.boolean(),
    cancellationRight,
    fulfilledAt: z.nullable(z.int()),
    /** Whether the payment is being refunded because the product was already bought or can't be delivered. */
    refundComing: z.boolean(),
  }),
  errors: ['not_found'],
});

export const latestOrder = defineCall({
  summary: 'Names your newest order for its result; null if you haven’t ordered yet',
  get: 'orders/latest',
  limit: null,
  access: 'token',
  data: z.object({ latest: z.nullable(z.object({ orderId: z.string(), sessionId: z.string() })) }),
});

export const orderForm = defineCall({
  summary:
    'Returns the form data of an unpaid order so that its buyer can order again. Only for the same browser or the owner',
  post: 'orders/form',
  access: 'any',
  body: z.object({ orderId: opaqueId, browserSessionId }),
  data: z.object({
    choice: orderChoice,
    buyer: orderBuyer,
  }),
  limit: 'read',
  errors: ['not_found'],
});

export const resendOrderMails = defineCall({
  summary: 'Resends a guest’s receipt and sign-in link, to a corrected address if one is given',
  post: 'orders/resend',
  access: 'any',
  body: z.object({
    orderId: opaqueId,
    sessionId: opaqueId,
    /** The browser that ordered. Emails carry the order's link, so the link alone can't redirect anything. */
    browserSessionId: token(128, 'required').check(z.minLength(1, 'required')),
    email: z.optional(email),
  }),
  data: z.object({ email: z.string() }),
  errors: ['not_found', 'order_claimed', 'coupon_once', 'trial_used'],
});

export const startOrder = defineCall({
  summary: 'Starts a deferred order now, with the buyer’s consent. Repeating the call starts it only once',
  post: 'orders/start',
  access: 'any',
  body: z.object({
    orderId: opaqueId,
    /** The order's session id; optional for its buyer with a token. */
    sessionId: z.optional(opaqueId),
    /** Consent to the start, and acknowledgment that it ends the right to cancel the contract. */
    startNow: requiredCheckbox('start_now'),
  }),
  data: z.object({ beginsAt: z.int() }),
  errors: ['not_found', 'start_not_possible'],
});
