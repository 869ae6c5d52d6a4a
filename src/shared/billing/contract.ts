import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import {
  calendarDay,
  email,
  formatted,
  fullNameText,
  opaqueId,
  optionalCaptcha,
  optionalText,
  plainLine,
} from '#shared/core/fields.ts';
import { billedTo } from '#shared/orders/contract-buyer.ts';
import { platform } from '#shared/orders/contract-selection.ts';
import { packageBlocks } from '#shared/orders/running-packages.ts';
import { taxNames } from '#shared/orders/tax.ts';
import { billingIntervals } from '#shared/orders/types.ts';
import { cancellationKinds } from './cancellation-statement.ts';
import { subscriptionKinds, subscriptionStatuses } from './subscription.ts';

const moment = z.int();

export const subscription = z.object({
  id: z.string(),
  kind: z.enum(subscriptionKinds),
  name: z.string(),
  packageId: z.string(),
  accountId: z.nullable(z.string()),
  platform,
  amountCents: z.int(),
  billingInterval: z.enum(billingIntervals),
  status: z.enum(subscriptionStatuses),
  renews: z.boolean(),
  /**
   * Whether it ends instead because its account, or the last account that can use its data, closes for inactivity by
   * then. One trade prevents it.
   */
  endsInactive: z.boolean(),
  /** The end of the paid time, including prepaid periods. */
  periodEndsAt: moment,
  /** The last four digits of the card that renews it; null if unknown, or if nothing is charged. */
  cardEnding: z.nullable(z.string()),
  /** What its new card is charged at once: its unpaid bill, and those of others with the same card. */
  cardChangeCents: z.int(),
  canceledAt: z.nullable(moment),
  /** Whether the cancellation can be taken back. */
  isResumable: z.boolean(),
  /** Who its next charge is billed to. */
  billedTo,
  /** Why it ended, unless the buyer or a payment ended it. */
  endReason: z.nullable(z.enum(['passed'])),
});

export const openBill = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  name: z.string(),
  amountCents: z.int(),
  periodStartsAt: moment,
  periodEndsAt: moment,
  /** The next automatic attempt; null while one is running. */
  nextAttemptAt: z.nullable(moment),
  /** The automatic attempts that follow. If the last one is declined too, the subscription ends. */
  retries: z.array(moment),
  /** The checkout where it can be paid manually. */
  checkoutPath: z.string(),
});

export const billingPending = defineCall({
  summary: 'Lists upcoming renewals, unpaid bills and the market data you can order',
  get: 'billing/pending',
  limit: null,
  data: z.object({
    subscriptions: z.array(subscription),
    bills: z.array(openBill),
    /** Market data packages that cost the same for everybody, by platform. */
    dataOffers: z.array(
      z.object({
        packageId: z.string(),
        platform,
        /** Why it can't be ordered now; null if it can. */
        blockedReason: z.nullable(z.enum(packageBlocks)),
        /** Whether an order replaces market data that runs now. */
        isChange: z.boolean(),
      }),
    ),
  }),
});

export const cancelSubscription = defineCall({
  summary: 'Cancels a subscription. It stays active until the end of the paid period',
  post: 'billing/cancel',
  destructive: true,
  body: z.object({ subscriptionId: opaqueId }),
  data: z.object({ endsAt: moment }),
  errors: ['not_found', 'subscription_over'],
});

export const resumeSubscription = defineCall({
  summary: 'Takes the cancellation of an account’s subscription back, until the end of the paid period',
  post: 'billing/resume',
  body: z.object({ subscriptionId: opaqueId }),
  data: z.object({ renewsAt: moment }),
  errors: ['not_found', 'subscription_over'],
});

export const changeCard = defineCall({
  summary: 'Returns the payment provider’s page for changing a subscription’s payment method',
  post: 'billing/card',
  body: z.object({ subscriptionId: opaqueId }),
  data: z.object({ url: z.string() }),
  errors: ['not_found', 'card_not_needed', 'payment_unavailable'],
});

export const invoiceDocument = z.object({
  firm: z.object({
    name: z.string(),
    email: z.string(),
    address: z.array(z.string()),
    country: z.string(),
    phone: z.string(),
    /** The register and its number, in the order’s language. */
    registration: z.string(),
    taxNumber: z.string(),
    /** Whether the details are invented, as in the demo. */
    isSample: z.boolean(),
  }),
  buyer: z.object({
    name: z.string(),
    /** As in the passport, if the name isn’t in Latin letters. */
    latinName: z.optional(z.nullable(z.string())),
    email: z.string(),
    country: z.string(),
    postalCode: z.nullable(z.string()),
    company: z.nullable(z.string()),
    vatNumber: z.nullable(z.string()),
    /** The register’s id of its confirmation, if there was one before the document. */
    vatConfirmation: z.optional(z.nullable(z.string())),
  }),
  name: z.string(),
  lines: z.array(z.object({ item: z.string(), amountCents: z.int() })),
  totalCents: z.int(),
  currency: z.string(),
  /** VAT without a rate is accounted for by the buyer. */
  taxName: z.enum(taxNames),
  taxBps: z.int(),
  taxCents: z.int(),
  /** As known when issued; null if the order renews nothing, and on a credit note. */
  nextCharge: z.nullable(z.object({ amountCents: z.int(), billingInterval: z.enum(billingIntervals), at: moment })),
  /** The number of the credited invoice; only on a credit note. */
  credits: z.nullable(z.string()),
});

export const fetchDocument = defineCall({
  summary: 'Returns an invoice or credit note as issued',
  get: 'billing/document',
  limit: null,
  query: z.object({ number: formatted(18, /^[IC]\d{4}-\d{6,12}$/, 'not_found', 'invalid') }),
  data: z.extend(invoiceDocument, {
    number: z.string(),
    kind: z.enum(['invoice', 'credit']),
    issuedAt: moment,
    orderId: z.string(),
    orderNumber: z.string(),
  }),
  errors: ['not_found'],
});

export const documentFile = defineCall({
  summary: 'Returns an invoice or credit note as a PDF in the language of the request',
  get: 'billing/document.pdf',
  limit: null,
  query: fetchDocument.query,
  mediaType: 'application/pdf',
  errors: ['not_found'],
});

export const billingCsv = defineCall({
  summary: 'Returns all your invoices and credit notes as CSV',
  get: 'billing/history.csv',
  limit: null,
  mediaType: 'text/csv',
});

export const billingCalendar = defineCall({
  summary: 'Returns your upcoming renewals as a calendar file (RFC 5545)',
  get: 'billing/renewals.ics',
  limit: null,
  mediaType: 'text/calendar',
});

/** A consumer's statement, which needs no sign-in. `reference` names it in its acknowledgment. */
const declaration = {
  access: 'any',
  body: z.object({ name: fullNameText, email, order: plainLine(64), captcha: optionalCaptcha }),
  data: z.object({ receivedAt: moment, reference: z.string() }),
  errors: ['too_many', 'captcha_unavailable'],
} as const;

export const cancelContract = defineCall({
  summary:
    'Submits a consumer’s statement that cancels a contract. It counts immediately; a refund waits for the mailed link. The response is the same whether or not the order is known',
  post: 'contract/withdraw',
  ...declaration,
  limit: 'form-from',
});

export const declareSubscriptionEnd = defineCall({
  summary:
    'Submits a statement that cancels the subscription of an order. It takes effect with the mailed link, as of when it was sent. The response is the same whether or not the order is known',
  post: 'contract/cancel-subscription',
  ...declaration,
  body: z.object({
    ...declaration.body.shape,
    kind: z._default(z.enum(cancellationKinds, 'invalid'), 'ordinary'),
    /** Why it ends for good cause, in the consumer’s words. */
    reason: z._default(optionalText(2_000), ''),
    /** The day on which it should end; empty for as soon as possible. */
    endsOn: z._default(z.union([z.literal(''), calendarDay], 'invalid'), ''),
  }),
  limit: 'form-from',
});
