/** What an order buys. Orders for an existing account or bill reference it in other fields. */
export const orderKinds = [
  'evaluation',
  'trial',
  'thor',
  'reset',
  'renew',
  'market-data',
  'market-data-free',
  'funded-activation',
  'performance-review',
  'pending-bill',
  'pending-data-bill',
] as const;

export type OrderKind = (typeof orderKinds)[number];

export const orderStatuses = [
  'draft',
  'awaiting-payment',
  /** The buyer has paid; the bank takes days to send it, or to refuse. */
  'processing',
  'failed',
  'canceled',
  'expired',
  'paid',
  'fulfilled',
  'refunded',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

export const refundReasons = ['duplicate', 'by-mistake', 'technical', 'goodwill', 'fraud', 'other'] as const;

export type RefundReason = (typeof refundReasons)[number];

export type OrderEvent =
  | 'submit'
  | 'process'
  | 'pay'
  | 'decline'
  | 'retry'
  | 'cancel'
  | 'expire'
  | 'fulfill'
  | 'refund';

export const billingIntervals = ['monthly', 'yearly'] as const;

export type BillingInterval = (typeof billingIntervals)[number];

export const addOns = ['market-data', 'funded-reset'] as const;

export type AddOn = (typeof addOns)[number];

/** CME Group's exchanges, which charge professionals separately for data. */
export const exchanges = ['CME', 'CBOT', 'NYMEX', 'COMEX'] as const;

export type Exchange = (typeof exchanges)[number];

export const lineItems = ['package', ...addOns, 'coupon'] as const;

/** A line of a price; negative for a discount. */
export type PriceLine = { readonly item: (typeof lineItems)[number]; readonly amountCents: number };
