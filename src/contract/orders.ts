import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { accepted, countryCode, email, opaqueId, requiredText } from './fields.ts';

export const platform = z.enum(['rithmic', 'dxfeed'], 'required');
export const addOn = z.enum(['market-data', 'funded-reset']);

/** What is bought. The other kinds join this union as their routes come. */
const selection = z.object({
  kind: z.literal('evaluation'),
  packageId: requiredText(64),
  platform,
  addOns: z._default(z.array(addOn), []),
  coupon: z._default(z.string().check(z.trim(), z.maxLength(40, 'too_long')), ''),
});

export const priceLine = z.object({
  /** What the line is; who shows it translates it. */
  item: z.enum(['package', 'market-data', 'funded-reset', 'coupon']),
  amountCents: z.int(),
});

const quote = z.object({
  currency: z.literal('USD'),
  lines: z.array(priceLine),
  totalCents: z.int(),
  /** What a coupon did; a coupon that does nothing says why. */
  coupon: z.enum(['none', 'applied', 'unknown', 'expired', 'not-for-this']),
});

export const quoteOrder = defineCall({
  name: 'quoteOrder',
  summary: 'What a selection costs now, in lines; the server’s sum is the one that counts',
  method: 'POST',
  path: 'orders/quote',
  body: selection,
  data: quote,
  errors: [404, 422, 429],
});

export const createOrder = defineCall({
  name: 'createOrder',
  summary: 'Opens an order and its payment. With a token the order is the bearer’s, else it is a guest’s',
  method: 'POST',
  path: 'orders/create',
  idempotent: true,
  body: z.object({
    selection,
    /** The total the person saw; another total today answers 409 and charges nothing. */
    expectedTotalCents: z.int().check(z.gte(0)),
    email,
    first_name: requiredText(80),
    last_name: requiredText(80),
    country: countryCode,
    termsUse: accepted('terms'),
    /** Consent that performance begins at once, by which the right to withdraw from the contract ends. */
    startNow: accepted('start_now'),
    browserSessionId: z.optional(z.string().check(z.maxLength(128, 'too_long'))),
  }),
  data: z.object({ orderId: z.string(), sessionId: z.string(), paymentUrl: z.string() }),
  errors: [400, 404, 409, 422, 429, 503],
});

export const orderStatus = z.enum([
  'draft',
  'awaiting-payment',
  'paid',
  'fulfilled',
  'failed',
  'cancelled',
  'expired',
  'refunded',
]);

export const orderResult = defineCall({
  name: 'orderResult',
  summary: 'What became of an order; order id and session id must belong together',
  method: 'GET',
  path: 'orders/result',
  query: z.object({ orderId: opaqueId, sessionId: opaqueId }),
  data: z.object({
    orderId: z.string(),
    status: orderStatus,
    kind: z.literal('evaluation'),
    packageId: z.string(),
    platform,
    lines: z.array(priceLine),
    currency: z.literal('USD'),
    totalCents: z.int(),
    /** With the middle of the local part hidden: whoever has the link is not thereby the buyer. */
    email: z.string(),
    /** The buyer has no password yet and gets a mail to choose one. */
    passwordWanted: z.boolean(),
    paymentUrl: z.nullable(z.string()),
    createdAt: z.int(),
    paidAt: z.nullable(z.int()),
    fulfilledAt: z.nullable(z.int()),
  }),
  errors: [404, 422],
});
