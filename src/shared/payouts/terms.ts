/** The catalog's payout terms. Shares are in basis points. */
export type PayoutTerms = {
  readonly winningDays: number;
  readonly winningDayMinimumCents: number;
  readonly bestDayShareBps: number;
  readonly profitShareBps: number;
  readonly bufferCents: number;
  readonly minimumCents: number;
  readonly split: { readonly traderBps: number; readonly fullUntilCents: number };
};
