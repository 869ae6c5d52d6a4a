import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';

/** What a quote is based on. What is available is negative after refunds of paid commissions. */
export type AffiliatePayoutFacts = {
  readonly availableCents: number;
  readonly minimumCents: number;
  readonly feesCents: Readonly<Partial<Record<PayoutMethod, number>>>;
};

export type AffiliatePayoutQuote = {
  readonly amountCents: number;
  /** Why the amount can't be requested; null if it can. */
  readonly problem: 'balance' | 'minimum' | 'available' | null;
  readonly feeCents: number;
  readonly netCents: number;
};

/** Quotes a payout request. The browser and the server share this function. */
export function quoteAffiliatePayout(
  { availableCents, minimumCents, feesCents }: AffiliatePayoutFacts,
  { amountCents, method }: { readonly amountCents: number; readonly method: PayoutMethod },
): AffiliatePayoutQuote {
  const feeCents = feesCents[method] ?? 0;
  return {
    amountCents,
    problem: findProblem(),
    feeCents,
    netCents: amountCents - feeCents,
  };

  function findProblem(): AffiliatePayoutQuote['problem'] {
    if (availableCents < minimumCents) return 'balance';
    if (amountCents < minimumCents || amountCents <= feeCents) return 'minimum';
    return amountCents > availableCents ? 'available' : null;
  }
}
