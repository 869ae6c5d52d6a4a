/** One entry of an affiliate's available balance. Amounts are positive. */
export type AvailableEntry = { readonly amountCents: number } & (
  | { readonly type: 'released' | 'taken-back'; readonly commissionId: string }
  | { readonly type: 'payout'; readonly payoutId: string }
);

export type PayoutShare = { readonly payoutId: string; readonly amountCents: number };

/** Where a commission's released amount went. */
export type CommissionUse = {
  /** The parts that payouts paid, oldest payout first. */
  readonly payouts: readonly PayoutShare[];
  /** The part that covers other commissions' clawbacks. */
  readonly settledCents: number;
  /** The part that is still available. */
  readonly unpaidCents: number;
  /** The part revoked after it was paid out: released − revoked = paid + settled + unpaid − clawback. */
  readonly clawbackCents: number;
  /** The part of the clawback that no other commission has covered yet. */
  readonly owedCents: number;
};

export const unusedCommission: CommissionUse = {
  ...{ payouts: [], settledCents: 0, unpaidCents: 0, clawbackCents: 0, owedCents: 0 },
};

type MutableUse = { -readonly [Name in keyof CommissionUse]: CommissionUse[Name] } & { payouts: PayoutShare[] };

/** A payout or clawback that draws on the balance and may have to wait for later commissions. */
type Claim = { leftCents: number; readonly take: (source: MutableUse, amountCents: number) => void };

/**
 * Matches payouts with the commissions they paid, first in, first out. A revoked amount first reduces what is unpaid of
 * its own commission. The rest was already paid out, so the next commissions cover it before they are paid.
 * @param entries in the order they were posted, without returned payouts
 */
export function allocateCommissions(entries: Iterable<AvailableEntry>): ReadonlyMap<string, CommissionUse> {
  const uses = new Map<string, MutableUse>();
  const sources: MutableUse[] = [];
  const claims: Claim[] = [];
  let [source, claim] = [0, 0];

  function getUse(commissionId: string): MutableUse {
    const use = uses.get(commissionId) ?? { ...unusedCommission, payouts: [] };
    uses.set(commissionId, use);
    return use;
  }

  /** Settles the oldest claims from the oldest commissions until either runs out. */
  function settleClaims(): void {
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
      const use = getUse(entry.commissionId);
      if (entry.type === 'released') {
        use.unpaidCents += entry.amountCents;
        sources.push(use);
      } else {
        const fromUnpaidCents = Math.min(use.unpaidCents, entry.amountCents);
        use.unpaidCents -= fromUnpaidCents;
        const clawbackCents = entry.amountCents - fromUnpaidCents;
        use.clawbackCents += clawbackCents;
        use.owedCents += clawbackCents;
        const take: Claim['take'] = (from, amountCents) => {
          from.settledCents += amountCents;
          use.owedCents -= amountCents;
        };
        if (clawbackCents > 0) claims.push({ leftCents: clawbackCents, take });
      }
    }
    settleClaims();
  }
  return uses;
}
