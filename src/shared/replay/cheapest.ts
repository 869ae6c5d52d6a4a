import type { OfferReplay } from './replay-offer.ts';

/** Whether the platform would have allowed all of this trading. */
const wasPossible = ({ fillsOverLimit, lockedDays }: OfferReplay) => fillsOverLimit === 0 && lockedDays === 0;

function cheapestOf(offers: readonly OfferReplay[]): OfferReplay | null {
  return offers.reduce<OfferReplay | null>(
    (best, offer) => (best === null || offer.cost.totalCents < best.cost.totalCents ? offer : best),
    null,
  );
}

/** The cheapest account that never breaches, in either order of the extremes; null if all breach. */
export function cheapestSurvivor(offers: readonly OfferReplay[]): OfferReplay | null {
  const survives = ({ first, harshest }: OfferReplay) =>
    first.status !== 'breached' && (harshest === null || harshest.status !== 'breached');
  return cheapestOf(offers.filter((offer) => wasPossible(offer) && survives(offer)));
}

/** The cheapest account that passes in the end, including resets and activation; null if none passes. */
export function cheapestPass(offers: readonly OfferReplay[]): OfferReplay | null {
  return cheapestOf(offers.filter((offer) => wasPossible(offer) && offer.last.status === 'passed'));
}
