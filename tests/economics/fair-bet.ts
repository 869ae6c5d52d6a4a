/** A day's trade: it ends with this loss or this gain, in steps of a grid, and the chance of the gain. */
export type Bet = { readonly loss: number; readonly gain: number; readonly chance: number };

const noBet: Bet = { loss: 0, gain: 0, chance: 0 };

/** Who may as well trade tomorrow trades today. */
const waitingWorth = 0.999;

/** Millionths of a cent aren't worth another bet. */
const accuracy = 1e-6;

/** The last bet's loss and the number of its gain: the next balance's is seldom far from it. */
let [loss, gain] = [1, 1];
let found = noBet;

/** The bet that the last search found; none if staying was worth more. */
export const lastBet = (): Bet => found;

/**
 * The best bet of someone without an edge whose trades cost nothing, so that no way of trading has a better one: of all
 * results with a mean of zero, two suffice, where the concave hull of their values passes over zero. Starts from the last
 * bet and takes the result furthest above the line through it until none is above.
 * @param row values by balance, those of losses from `from` up to `now`
 * @param gains values by result, of which the first is what staying is worth
 * @param results the gains, ascending, between the steps too
 * @returns what the bet is worth; what staying is, if that is more
 */
export function findBet(
  row: Float64Array,
  from: number,
  now: number,
  gains: Float64Array,
  results: Float64Array,
  maxGain: number,
): number {
  const stay = gains[0] ?? 0;
  const maxLoss = now - from;
  found = noBet;
  if (maxLoss < 1 || maxGain < 1) return stay;
  [loss, gain] = [Math.min(loss, maxLoss), Math.min(gain, maxGain)];
  for (;;) {
    const lost = row[now - loss] ?? 0;
    const won = results[gain] ?? 0;
    const slope = ((gains[gain] ?? 0) - lost) / (loss + won);
    const value = lost + slope * loss;
    let [above, nextGain, nextLoss] = [value + accuracy, 0, 0];
    for (let index = 1; index <= maxGain; index += 1) {
      const worth = (gains[index] ?? 0) - slope * (results[index] ?? 0);
      if (worth > above) [above, nextGain] = [worth, index];
    }
    above = value + accuracy;
    for (let result = 1; result <= maxLoss; result += 1) {
      const worth = (row[now - result] ?? 0) + slope * result;
      if (worth > above) [above, nextLoss] = [worth, result];
    }
    if (nextGain > 0) gain = nextGain;
    else if (nextLoss > 0) loss = nextLoss;
    else {
      // Of bets worth the same, the widest: it takes the fewest days.
      for (let index = gain + 1; index <= maxGain; index += 1)
        if ((gains[index] ?? 0) - slope * (results[index] ?? 0) > value - accuracy) gain = index;
      for (let result = loss + 1; result <= maxLoss; result += 1)
        if ((row[now - result] ?? 0) + slope * result > value - accuracy) loss = result;
      if (value <= stay * waitingWorth) return stay;
      const most = results[gain] ?? 0;
      found = { loss, gain: most, chance: loss / (loss + most) };
      return value;
    }
  }
}
