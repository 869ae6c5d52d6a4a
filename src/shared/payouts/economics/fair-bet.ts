/** A day's trade: it ends with this loss or this gain, both in steps of a grid, and the chance of the gain. */
export type Bet = { readonly loss: number; readonly gain: number; readonly chance: number };

export const noBet: Bet = { loss: 0, gain: 0, chance: 0 };

/** Who may as well trade tomorrow trades today. */
const waitingWorth = 0.999;

const hull = new Int32Array(4_096);
/** Losses worth trying: corners of the hull of all losses, and those beyond which the costs rise. */
const lefts = new Int32Array(8_192);
let leftCount = 0;

/**
 * The best bet of someone without an edge: of all results with a mean of zero, two suffice, one on each side of zero. The
 * gain is a corner of the values' concave hull; the loss is one of the losses' hull, or the largest at its costs.
 * @param values by result, from `lowest` steps on
 * @param costs of bets by size, both in steps
 * @returns the bet and its value; without one if staying is worth more
 */
export function findBet(
  values: Float64Array,
  count: number,
  lowest: number,
  costs: ArrayLike<number>,
): { readonly bet: Bet; readonly value: number } {
  const zero = -lowest;
  const size = findHull(values, count, zero);
  for (let loss = 1; loss <= zero; loss += 1) {
    if (costs[loss] === costs[loss + 1]) continue;
    lefts[leftCount] = zero - loss;
    leftCount += 1;
  }
  const stay = values[zero] ?? 0;
  let [bestLeft, bestRight, best] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let other = size - 1; other > 0 && (hull[other] ?? 0) > zero; other -= 1) {
    const right = hull[other] ?? 0;
    for (let each = 0; each <= leftCount; each += 1) {
      const left = each < leftCount ? (lefts[each] ?? 0) : Math.max(0, 2 * zero - right);
      const cost = costs[Math.max(zero - left, right - zero)] ?? 0;
      const lost = values[left] ?? 0;
      const value = lost + ((zero - left - cost) / (right - left)) * ((values[right] ?? 0) - lost);
      if (value > best) [bestLeft, bestRight, best] = [left, right, value];
    }
  }
  const [loss, gain] = [zero - bestLeft, bestRight - zero];
  const chance = (loss - (costs[Math.max(loss, gain)] ?? 0)) / (loss + gain);
  if (!(chance > 0) || best <= stay * waitingWorth) return { bet: noBet, value: stay };
  return { bet: { loss, gain, chance }, value: Math.max(best, stay) };
}

/** The corners of the hull of all results but zero. @returns how many */
function findHull(values: Float64Array, count: number, zero: number): number {
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    if (index === zero) {
      lefts.set(hull.subarray(0, size));
      leftCount = size;
      continue;
    }
    while (size >= 2 && isBelow(values, hull[size - 2] ?? 0, hull[size - 1] ?? 0, index)) size -= 1;
    hull[size] = index;
    size += 1;
  }
  return size;
}

/** Whether the middle of three points lies on or below the line through the others. */
function isBelow(values: Float64Array, first: number, middle: number, last: number): boolean {
  const [one, two, three] = [values[first] ?? 0, values[middle] ?? 0, values[last] ?? 0];
  return (two - one) * (last - first) <= (three - one) * (middle - first);
}
