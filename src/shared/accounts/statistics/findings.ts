import type { Group } from './shape.ts';

/** From how many days with trades on an hour or a weekday is called someone's best: fewer would name a coincidence. */
export const findingDays = 20;

/** The hour in which a trading day opens in Chicago. */
const openingHour = 17;

/** Hours in the order of a trading day, which starts the evening before. */
export function inSessionOrder<Hour extends Pick<Group<number>, 'key'>>(hours: readonly Hour[]): Hour[] {
  return hours.toSorted((left, right) => sinceOpening(left.key) - sinceOpening(right.key));
}

function sinceOpening(hour: number): number {
  return (hour - openingHour + 24) % 24;
}

/**
 * The consecutive Chicago hours, up to the one after the last, that together made the most, and what all other hours
 * added or cost. Null if no hour made money. Of several equal runs, the first of the day.
 */
export function findBestHours(byHour: readonly Group<number>[]) {
  const hours = inSessionOrder(byHour);
  let run = { from: 0, cents: 0 };
  let best: { readonly from: number; readonly to: number; readonly cents: number } | null = null;
  for (const [index, { key, resultCents }] of hours.entries()) {
    const previous = hours[index - 1];
    const continues = previous !== undefined && sinceOpening(key) - sinceOpening(previous.key) === 1 && run.cents > 0;
    run = continues ? { from: run.from, cents: run.cents + resultCents } : { from: index, cents: resultCents };
    if (run.cents > (best?.cents ?? 0)) best = { from: run.from, to: index, cents: run.cents };
  }
  const [first, last] = best === null ? [] : [hours[best.from], hours[best.to]];
  if (best === null || first === undefined || last === undefined) return null;
  const totalCents = hours.reduce((sum, { resultCents }) => sum + resultCents, 0);
  return {
    fromHour: first.key,
    toHour: (last.key + 1) % 24,
    resultCents: best.cents,
    otherHours: hours.length - (best.to - best.from + 1),
    otherCents: totalCents - best.cents,
  };
}

/** The groups with the highest and the lowest result; null without groups. Of several equal ones, the first. */
export function findExtremes<Key>(
  groups: readonly Group<Key>[],
): { readonly best: Group<Key>; readonly worst: Group<Key> } | null {
  const [first] = groups;
  if (first === undefined) return null;
  const pick = (isBeyond: (group: Group<Key>, found: Group<Key>) => boolean) =>
    groups.reduce((found, group) => (isBeyond(group, found) ? group : found), first);
  return {
    best: pick((group, found) => group.resultCents > found.resultCents),
    worst: pick((group, found) => group.resultCents < found.resultCents),
  };
}

/** The average win in hundredths of the average loss: 117 if a win is 1.17 times a loss. Null without one of them. */
export function winToLossHundredths(averageWinCents: number | null, averageLossCents: number | null): number | null {
  if (averageWinCents === null || averageLossCents === null) return null;
  return Math.round((averageWinCents * 100) / -averageLossCents);
}
