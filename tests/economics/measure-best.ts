import { type BestEconomics, type Offers, type SoldAccount, tradedDays } from '#shared/payouts/economics.ts';
import { solveEvaluation } from './evaluation-response.ts';
import { solveFunded } from './funded-response.ts';
import type { PlayedDay } from './play-day.ts';
import { playAccounts } from './play-response.ts';

/** One way to buy an account. */
type Way = {
  /** What the funded account draws on average. */
  readonly drawnCents: number;
  /** With what is bought at once. */
  readonly priceCents: number;
  /** Of each further try, until one passes; null for a single try. */
  readonly resetCents: number | null;
  /** What remains of each payment once an affiliate has had a share. */
  readonly kept: number;
};

const maxRounds = 12;

const accuracy = 0.0002;

/**
 * @param stepCents of the grid on which the account is solved
 * @param markets each played by as many of the traders
 */
export function measureBest(
  sold: SoldAccount,
  offers: Offers,
  stepCents: number,
  markets: readonly (readonly PlayedDay[])[],
  traders: number,
): BestEconomics {
  const funded = solveFunded(sold, stepCents, tradedDays.funded);
  const activation = sold.activationCents ?? 0;
  const evaluation =
    sold.rules.targetCents === null
      ? null
      : solveEvaluation(sold, stepCents, tradedDays.evaluation, funded.drawnCents - activation);
  const { passShare, renewals } = evaluation ?? { passShare: 1, renewals: 0 };
  const own = Math.ceil(traders / markets.length);
  const played = markets.map((market, index) =>
    playAccounts(sold, { evaluation, funded }, market, { ...tradedDays, from: index * own }, own),
  );
  const mean = meanOf(played.flat().map(({ receivedCents }) => receivedCents));
  const means = played.map((accounts) => meanOf(accounts.map(({ receivedCents }) => receivedCents)));
  const variance = means.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / Math.max(1, means.length - 1);
  const bps = (share: number) => Math.round(share * 10_000);
  return {
    passBps: bps(passShare),
    fundedCents: Math.round(funded.drawnCents),
    oneTryBps: bps((passShare * funded.drawnCents) / (sold.priceCents * (1 + renewals) + passShare * activation)),
    drawnBps: bps(findLargestShare(sold, offers, stepCents, funded.drawnCents)),
    playedPassBps: bps(meanOf(played.flat().map(({ hasPassed }) => (hasPassed ? 1 : 0)))),
    playedFundedCents: Math.round(mean),
    errorCents: Math.round(Math.sqrt(variance / markets.length)),
  };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The most over all ways to buy: with and without the reset of the funded account, and of the evaluation. */
function findLargestShare(sold: SoldAccount, offers: Offers, stepCents: number, drawnCents: number): number {
  const { fundedReset, resetCents } = offers;
  const kept = 1 - offers.affiliateBps / 10_000;
  const reducedCents = sold.priceCents * (1 - offers.couponBps / 10_000);
  const lives = [{ drawnCents, priceCents: reducedCents }];
  if (fundedReset !== null)
    lives.push({
      drawnCents: drawWithReset(sold, stepCents, drawnCents, fundedReset.fromPayouts),
      priceCents: reducedCents + fundedReset.priceCents,
    });
  const ways = lives.flatMap((life) => [null, resetCents].map((each) => ({ ...life, resetCents: each, kept })));
  return Math.max(...ways.map((way) => findShare(sold, way, stepCents, tradedDays.evaluation)));
}

/** What a funded account draws that restarts once after a breach, with the payouts that it hasn't made yet. */
function drawWithReset(sold: SoldAccount, stepCents: number, drawnCents: number, fromPayouts: number): number {
  const { payout } = sold;
  const restarted = payout.capsCents.map((cap, paid) => {
    if (cap === 0 || paid < fromPayouts) return 0;
    if (paid === 0) return drawnCents;
    const left = { ...sold, payout: { ...payout, capsCents: payout.capsCents.slice(paid) } };
    return solveFunded(left, stepCents, tradedDays.funded).drawnCents;
  });
  return solveFunded(sold, stepCents, tradedDays.funded, (paid) => restarted[paid] ?? 0).drawnCents;
}

/**
 * The largest share of what is paid that can be drawn. Dinkelbach's method: trade so that what is drawn exceeds a share of
 * what is paid by the most; that way of trading has a larger share, until none has.
 * @param days of an evaluation
 */
function findShare(sold: SoldAccount, way: Way, stepCents: number, days: number): number {
  const { drawnCents, kept, resetCents } = way;
  const activationCents = sold.activationCents ?? 0;
  if (sold.rules.targetCents === null) return drawnCents / (way.priceCents * kept);
  let share = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const weight = share * kept;
    const againCents = resetCents === null ? 0 : Math.max(0, way.priceCents - resetCents);
    const passCents = drawnCents - weight * (activationCents + againCents);
    const weighed = { ...sold, priceCents: sold.priceCents * weight };
    const { passShare, renewals } = solveEvaluation(weighed, stepCents, days, passCents);
    if (!(passShare > 0)) return share;
    const [passes, triesCents] = resetCents === null ? [passShare, 0] : [1, ((1 - passShare) / passShare) * resetCents];
    const paidCents = way.priceCents + triesCents + renewals * sold.priceCents + passes * activationCents;
    const next = (passes * drawnCents) / (paidCents * kept);
    if (next <= share + accuracy) return Math.max(share, next);
    share = next;
  }
  return share;
}
