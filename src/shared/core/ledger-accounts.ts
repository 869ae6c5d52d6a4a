/**
 * The kinds of ledger accounts: who owns one, and whether its balance may be negative. Expense accounts may, because
 * owed money is booked out of them.
 */
export const ledgerAccountKinds = {
  /** What a trading account's payouts cost the firm. */
  'payout-expense': { owner: 'trading-account', mayBeNegative: true },
  /** Requested, not yet approved, before the split. */
  'payout-reserved': { owner: 'person', mayBeNegative: false },
  /** Approved, not yet sent. */
  'trader-payable': { owner: 'person', mayBeNegative: false },
  /** Sent, not yet confirmed. */
  'payout-in-transit': { owner: 'person', mayBeNegative: false },
  'payout-paid': { owner: 'person', mayBeNegative: false },
  /** Came back when its account could no longer hold it, and isn't requested again yet. */
  'trader-owed': { owner: 'person', mayBeNegative: false },
  'payout-fees': { owner: 'firm', mayBeNegative: false },
  'commission-expense': { owner: 'firm', mayBeNegative: true },
  /** Earned, and still in the waiting period. */
  'affiliate-pending': { owner: 'person', mayBeNegative: false },
  /** Negative after refunds of orders whose commission was already paid; later commissions make up for it. */
  'affiliate-payable': { owner: 'person', mayBeNegative: true },
  /** Requested, not yet paid. */
  'affiliate-reserved': { owner: 'person', mayBeNegative: false },
  'affiliate-paid': { owner: 'person', mayBeNegative: false },
} as const satisfies Record<string, { owner: 'person' | 'trading-account' | 'firm'; mayBeNegative: boolean }>;

export type LedgerAccountKind = keyof typeof ledgerAccountKinds;

export const ledgerTransactionKinds = [
  'payout-requested',
  'payout-approved',
  'payout-sent',
  'payout-paid',
  'payout-released',
  'payout-owed',
  'payout-credited',
  'commission-earned',
  'commission-released',
  'commission-revoked',
  'commission-lapsed',
] as const;

export type LedgerTransactionKind = (typeof ledgerTransactionKinds)[number];

type KindOwnedBy<Owner extends 'person' | 'trading-account' | 'firm'> = {
  [Kind in LedgerAccountKind]: (typeof ledgerAccountKinds)[Kind]['owner'] extends Owner ? Kind : never;
}[LedgerAccountKind];

/** Identifies a ledger account; the firm's accounts have no owner. */
export type LedgerAccountRef =
  | { readonly kind: KindOwnedBy<'person' | 'trading-account'>; readonly ownerId: string }
  | { readonly kind: KindOwnedBy<'firm'>; readonly ownerId?: never };

/** A positive amount increases the account's balance. */
export type LedgerLine = { readonly account: LedgerAccountRef; readonly amountCents: number };
