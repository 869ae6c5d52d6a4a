import type { OfferReplay } from './replay-offer.ts';

/** Only offers under which this very trading was possible. */
const wasPossible = ({ fillsOverLimit, lockedDays }: OfferReplay) => fillsOverLimit === 0 && lockedDays === 0;

function cheapestOf(offers: readonly OfferReplay[]): OfferReplay | null {
  return offers.reduce<OfferReplay | null>(
    (best, offer) => (best === null || offer.cost.totalCents < best.cost.totalCents ? offer : best),
    null,
  );
}

/** The account that never breaches, in either order of the extremes, for the lowest total; null if all do. */
export function cheapestSurvivor(offers: readonly OfferReplay[]): OfferReplay | null {
  const survives = ({ first, harshest }: OfferReplay) =>
    first.status !== 'breached' && (harshest === null || harshest.status !== 'breached');
  return cheapestOf(offers.filter((offer) => wasPossible(offer) && survives(offer)));
}

/** The account that passes in the end for the lowest total with its resets and activation; null if none does. */
export function cheapestPass(offers: readonly OfferReplay[]): OfferReplay | null {
  return cheapestOf(offers.filter((offer) => wasPossible(offer) && offer.last.status === 'passed'));
}
