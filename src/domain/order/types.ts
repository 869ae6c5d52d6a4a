export type OrderPlatform = 'rithmic' | 'dxfeed';

/** What an order is for. Those that act on an existing account or bill name it elsewhere, in the order's subject. */
export type OrderKind =
  | 'evaluation'
  | 'trial'
  | 'thor'
  | 'reset'
  | 'renew'
  | 'market-data'
  | 'market-data-free'
  | 'funded-activation'
  | 'performance-review'
  | 'pending-bill'
  | 'pending-data-bill';

export type OrderState =
  | 'draft'
  | 'awaiting-payment'
  | 'paid'
  | 'fulfilled'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded';

export type OrderEvent = 'submit' | 'pay' | 'decline' | 'retry' | 'cancel' | 'expire' | 'fulfil' | 'refund';

export type AddOn = 'market-data' | 'funded-reset';

/** One row of a price: what is added, or taken off where negative. */
export type PriceLine = { readonly item: 'package' | AddOn | 'coupon'; readonly amountCents: number };
