/**
 * Accounts of the ledger by kind: who owns one, and whether it may go below zero. The firm's expenses do, because they
 * are where owed money comes from.
 */
export const ledgerAccountKinds = {
  /** What payouts of a trading account cost the firm. */
  'payout-expense': { owner: 'trading-account', mayBeNegative: true },
  /** Requested, not yet approved, before the split. */
  'payout-reserved': { owner: 'person', mayBeNegative: false },
  /** Approved, not yet sent. */
  'trader-payable': { owner: 'person', mayBeNegative: false },
  /** Sent, not yet confirmed. */
  'payout-in-transit': { owner: 'person', mayBeNegative: false },
  'payout-paid': { owner: 'person', mayBeNegative: false },
  'payout-fees': { owner: 'firm', mayBeNegative: false },
  'commission-expense': { owner: 'firm', mayBeNegative: true },
  /** Earned, and within its waiting time. */
  'affiliate-pending': { owner: 'person', mayBeNegative: false },
  /** Refunds of orders whose commission was paid out leave less than nothing, which later commissions settle. */
  'affiliate-payable': { owner: 'person', mayBeNegative: true },
  /** Requested, not yet paid. */
  'affiliate-reserved': { owner: 'person', mayBeNegative: false },
  'affiliate-paid': { owner: 'person', mayBeNegative: false },
} as const satisfies Record<string, { owner: 'person' | 'trading-account' | 'firm'; mayBeNegative: boolean }>;

export type LedgerAccountKind = keyof typeof ledgerAccountKinds;

export type LedgerTransactionKind =
  | 'payout-requested'
  | 'payout-approved'
  | 'payout-sent'
  | 'payout-paid'
  | 'payout-released'
  | 'commission-earned'
  | 'commission-released'
  | 'commission-revoked'
  | 'commission-lapsed';

type KindOf<Owner extends 'person' | 'trading-account' | 'firm'> = {
  [Kind in LedgerAccountKind]: (typeof ledgerAccountKinds)[Kind]['owner'] extends Owner ? Kind : never;
}[LedgerAccountKind];

/** An account of the ledger; the firm's own have no owner. */
export type LedgerAccountRef =
  | { readonly kind: KindOf<'person' | 'trading-account'>; readonly ownerId: string }
  | { readonly kind: KindOf<'firm'>; readonly ownerId?: never };

/** Positive adds to what the account holds. */
export type LedgerLine = { readonly account: LedgerAccountRef; readonly amountCents: number };
