/** One entry of an affiliate's available balance. Amounts are positive. */
export type AvailableEntry = { readonly amountCents: number } & (
  | { readonly type: 'released' | 'taken-back'; readonly commissionId: string }
  | { readonly type: 'payout'; readonly payoutId: string }
);

export type PayoutShare = { readonly payoutId: string; readonly amountCents: number };

/** Where a commission's released amount went. */
export type CommissionUse = {
  /** What payouts paid of it, in their order. */
  readonly payouts: readonly PayoutShare[];
  /** What of it made up for other commissions that were taken back after a payout. */
  readonly settledCents: number;
  /** What is still available. */
  readonly unpaidCents: number;
  /** What was taken back of it after it had been paid out: released − taken back = paid + settled + unpaid − clawback. */
  readonly clawbackCents: number;
  /** What of the clawback no other commission has made up for yet. */
  readonly owedCents: number;
};

export const unusedCommission: CommissionUse = {
  ...{ payouts: [], settledCents: 0, unpaidCents: 0, clawbackCents: 0, owedCents: 0 },
};

type Use = { -readonly [Name in keyof CommissionUse]: CommissionUse[Name] } & { payouts: PayoutShare[] };

/** Something that takes from the balance and may have to wait for later commissions. */
type Claim = { leftCents: number; readonly take: (source: Use, amountCents: number) => void };

/**
 * Matches payouts with the commissions they paid, first in, first out. What is taken back of a commission comes off what
 * is left of it; beyond that it was paid out already, and the next commissions make up for it before they are paid.
 * @param entries in the order in which they were posted, without payouts that were given back
 */
export function allocateCommissions(entries: Iterable<AvailableEntry>): ReadonlyMap<string, CommissionUse> {
  const uses = new Map<string, Use>();
  const sources: Use[] = [];
  const claims: Claim[] = [];
  let [source, claim] = [0, 0];

  function lookUp(commissionId: string): Use {
    const use = uses.get(commissionId) ?? { ...unusedCommission, payouts: [] };
    uses.set(commissionId, use);
    return use;
  }

  /** Serves the oldest claims from the oldest commissions until either runs out. */
  function match(): void {
    for (;;) {
      const [from, to] = [sources[source], claims[claim]];
      if (!from || !to) return;
      const amountCents = Math.min(from.unpaidCents, to.leftCents);
      if (amountCents > 0) {
        from.unpaidCents -= amountCents;
        to.leftCents -= amountCents;
        to.take(from, amountCents);
      }
      if (from.unpaidCents === 0) source += 1;
      if (to.leftCents === 0) claim += 1;
    }
  }

  for (const entry of entries) {
    if (entry.type === 'payout') {
      const { payoutId, amountCents } = entry;
      const take: Claim['take'] = ({ payouts }, partCents) => payouts.push({ payoutId, amountCents: partCents });
      claims.push({ leftCents: amountCents, take });
    } else {
      const use = lookUp(entry.commissionId);
      if (entry.type === 'released') {
        use.unpaidCents += entry.amountCents;
        sources.push(use);
      } else {
        const ownCents = Math.min(use.unpaidCents, entry.amountCents);
        use.unpaidCents -= ownCents;
        const clawbackCents = entry.amountCents - ownCents;
        use.clawbackCents += clawbackCents;
        use.owedCents += clawbackCents;
        const take: Claim['take'] = (from, amountCents) => {
          from.settledCents += amountCents;
          use.owedCents -= amountCents;
        };
        if (clawbackCents > 0) claims.push({ leftCents: clawbackCents, take });
      }
    }
    match();
  }
  return uses;
}
