import { solveEvaluation } from './evaluation-response.ts';
import type { SoldAccount } from './sold-account.ts';

/** One way to buy an account. */
export type Way = {
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
 * The largest share of what is paid that can be drawn. Dinkelbach's method: trade so that what is drawn exceeds a share of
 * what is paid by the most; that way of trading has a larger share, until none has.
 * @param days of an evaluation
 */
export function findShare(sold: SoldAccount, way: Way, stepCents: number, days: number): number {
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
