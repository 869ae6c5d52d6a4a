import type { PayoutMethod } from '../payee/destination.ts';

/** What a request follows from: the available balance, negative after refunds of paid commissions, and the firm's terms. */
export type AffiliatePayoutFacts = {
  readonly availableCents: number;
  readonly minimumCents: number;
  readonly feesCents: Readonly<Record<PayoutMethod, number>>;
};

export type AffiliatePayoutQuote = {
  readonly amountCents: number;
  /** Null if the amount can be requested. */
  readonly problem: 'balance' | 'minimum' | 'available' | null;
  readonly feeCents: number;
  /** What arrives. */
  readonly netCents: number;
};

/** What a request of an amount would mean; the browser and the server get the same answer. */
export function quoteAffiliatePayout(
  { availableCents, minimumCents, feesCents }: AffiliatePayoutFacts,
  { amountCents, method }: { readonly amountCents: number; readonly method: PayoutMethod },
): AffiliatePayoutQuote {
  const feeCents = feesCents[method];
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
