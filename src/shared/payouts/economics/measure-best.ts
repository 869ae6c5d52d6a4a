import { solveEvaluation } from './evaluation-response.ts';
import { solveFunded } from './funded-response.ts';
import type { PlayedDay } from './play-day.ts';
import { playAccounts } from './play-response.ts';
import type { SoldAccount } from './sold-account.ts';

/** What else can be bought with an account, and what takes off its prices. */
export type Offers = {
  readonly resetCents: number | null;
  /** Of a reset of the funded account, sold with the evaluation; null if it isn't. */
  readonly fundedResetCents: number | null;
  /** The largest coupon on the account's price, and an affiliate's share of every payment. */
  readonly couponBps: number;
  readonly affiliateBps: number;
};

/** What the best player without an edge draws. Computed, and played on the market for comparison. */
export type BestEconomics = {
  readonly passBps: number;
  /** What a funded account draws on average. */
  readonly fundedCents: number;
  /** What is drawn as a share of what is paid: on one try at full price, and the most over all ways to buy. */
  readonly oneTryBps: number;
  readonly drawnBps: number;
  readonly playedPassBps: number;
  readonly playedFundedCents: number;
  /** The standard error of what was played. */
  readonly errorCents: number;
};

const days = { evaluation: 120, funded: 250 } as const;

/** @param stepCents of the grid on which the account is solved */
export function measureBest(
  sold: SoldAccount,
  offers: Offers,
  stepCents: number,
  market: readonly PlayedDay[],
  traders: number,
): BestEconomics {
  const funded = solveFunded(sold, stepCents, days.funded);
  const activation = sold.activationCents ?? 0;
  const evaluation =
    sold.rules.targetCents === null
      ? null
      : solveEvaluation(sold, stepCents, days.evaluation, funded.drawnCents - activation);
  const { passShare, renewals } = evaluation ?? { passShare: 1, renewals: 0 };
  const shareOf = (drawn: number, price: number, isUntilPassed: boolean) => {
    const tries = isUntilPassed ? ((1 - passShare) / passShare) * (offers.resetCents ?? 0) : 0;
    const passed = isUntilPassed ? 1 : passShare;
    return (passed * drawn) / (price + tries + renewals * sold.priceCents + passed * activation);
  };
  const reduced = sold.priceCents * (1 - offers.couponBps / 10_000);
  const kept = 1 - offers.affiliateBps / 10_000;
  const ways = [
    shareOf(funded.drawnCents, reduced, false),
    shareOf(funded.drawnCents, reduced, offers.resetCents !== null),
  ];
  if (offers.fundedResetCents !== null) {
    const again = solveFunded(sold, stepCents, days.funded, () => funded.drawnCents).drawnCents;
    const price = reduced + offers.fundedResetCents;
    ways.push(shareOf(again, price, false), shareOf(again, price, offers.resetCents !== null));
  }
  const played = playAccounts(sold, { evaluation, funded: [funded] }, market, days, traders);
  const passed = played.filter(({ hasPassed }) => hasPassed).map(({ receivedCents }) => receivedCents);
  const mean = passed.reduce((sum, cents) => sum + cents, 0) / Math.max(1, passed.length);
  const variance = passed.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / Math.max(1, passed.length);
  const bps = (share: number) => Math.round(share * 10_000);
  return {
    passBps: bps(passShare),
    fundedCents: Math.round(funded.drawnCents),
    oneTryBps: bps(shareOf(funded.drawnCents, sold.priceCents, false)),
    drawnBps: bps(Math.max(...ways) / kept),
    playedPassBps: bps(passed.length / traders),
    playedFundedCents: Math.round(mean),
    errorCents: Math.round(Math.sqrt(variance / Math.max(1, passed.length))),
  };
}
