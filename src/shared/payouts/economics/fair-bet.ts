/** A day's trade: it ends with this loss or this gain, both in steps of a grid, and the chance of the gain. */
export type Bet = { readonly loss: number; readonly gain: number; readonly chance: number };

const noBet: Bet = { loss: 0, gain: 0, chance: 0 };

/** Who may as well trade tomorrow trades today. */
const waitingWorth = 0.999;

/** A point of a hull: a balance and its value. */
type Corners = { readonly at: Int32Array; readonly worth: Float64Array };

const cornersFor = (count: number): Corners => ({ at: new Int32Array(count), worth: new Float64Array(count) });
const lossCorners = cornersFor(8_192);
const gainCorners = cornersFor(4_096);
/** The corners of losses are kept for the next bet of the same row. */
let lossRow: Float64Array = new Float64Array();
let [lossFrom, lossEnd, lossCount] = [-1, -1, 0];

/**
 * The best bet of someone without an edge whose trades cost nothing, so that no way of trading has a better one: of all
 * results with a mean of zero, two suffice, where the concave hull of their values passes over zero.
 * @param row values by balance, those of losses from `from` up to `now`
 * @param gains values by gain, of which the first is what staying is worth
 * @returns the bet and its value; without one if staying is worth more
 */
export function findBet(
  row: Float64Array,
  from: number,
  now: number,
  gains: Float64Array,
  maxGain: number,
): { readonly bet: Bet; readonly value: number } {
  extendLosses(row, from, now);
  const stay = gains[0] ?? 0;
  if (lossCount === 0 || maxGain < 1) return { bet: noBet, value: stay };
  let [losses, count] = [lossCount, 0];
  for (let gain = 1; gain <= maxGain; gain += 1) {
    const [at, worth] = [now + gain, gains[gain] ?? 0];
    while (count > 1 && isCovered(gainCorners, count - 2, gainCorners, count - 1, at, worth)) count -= 1;
    if (count === 1 && isCovered(lossCorners, losses - 1, gainCorners, 0, at, worth)) count = 0;
    while (count === 0 && losses > 1 && isCovered(lossCorners, losses - 2, lossCorners, losses - 1, at, worth))
      losses -= 1;
    gainCorners.at[count] = at;
    gainCorners.worth[count] = worth;
    count += 1;
  }
  const loss = now - (lossCorners.at[losses - 1] ?? 0);
  const gain = (gainCorners.at[0] ?? 0) - now;
  const [lost, chance] = [lossCorners.worth[losses - 1] ?? 0, loss / (loss + gain)];
  const value = lost + chance * ((gainCorners.worth[0] ?? 0) - lost);
  return value <= stay * waitingWorth ? { bet: noBet, value: stay } : { bet: { loss, gain, chance }, value };
}

function extendLosses(row: Float64Array, from: number, now: number): void {
  if (row !== lossRow || from !== lossFrom || now < lossEnd)
    [lossRow, lossFrom, lossEnd, lossCount] = [row, from, from, 0];
  for (; lossEnd < now; lossEnd += 1) {
    const worth = row[lossEnd] ?? 0;
    while (lossCount > 1 && isCovered(lossCorners, lossCount - 2, lossCorners, lossCount - 1, lossEnd, worth))
      lossCount -= 1;
    lossCorners.at[lossCount] = lossEnd;
    lossCorners.worth[lossCount] = worth;
    lossCount += 1;
  }
}

/** Whether a corner lies on or below the line from the one before it to a point. */
function isCovered(before: Corners, one: number, corners: Corners, two: number, at: number, worth: number): boolean {
  const [first, low] = [before.at[one] ?? 0, before.worth[one] ?? 0];
  return ((corners.worth[two] ?? 0) - low) * (at - first) <= (worth - low) * ((corners.at[two] ?? 0) - first);
}
