import type { PayoutTerms } from './quote-shape.ts';

/** What can be said about an account's payouts before it is bought. */
export type PayoutPromise = {
  /** The profit from which the smallest payout is available. */
  readonly firstProfitCents: number;
  /** The largest amount of each payout, in order. */
  readonly capsCents: readonly number[];
  /** What all payouts together can be; null if the last cap repeats. */
  readonly totalCents: number | null;
  /** What the trader keeps of each payout; null if it is all of the first tier and a share of the rest. */
  readonly keptBps: number | null;
};

/** @param terms with the caps by payout number, where a last cap of 0 ends the payouts */
export function promisePayouts(terms: PayoutTerms & { readonly capsCents: readonly number[] }): PayoutPromise {
  const { bufferCents, minimumCents, profitShareBps, split } = terms;
  const capsCents = terms.capsCents.filter((cents) => cents > 0);
  const totalCents = terms.capsCents.at(-1) === 0 ? capsCents.reduce((sum, cents) => sum + cents, 0) : null;
  const isAllKept = split.traderBps === 10_000 || (totalCents !== null && totalCents <= split.fullUntilCents);
  return {
    firstProfitCents: bufferCents + Math.ceil((minimumCents * 10_000) / profitShareBps),
    capsCents,
    totalCents,
    keptBps: isAllKept ? 10_000 : null,
  };
}
