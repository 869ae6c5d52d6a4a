/** A day's trade: it ends with this loss or this gain, both in steps of a grid, and the chance of the gain. */
export type Bet = { readonly loss: number; readonly gain: number; readonly chance: number };

const noBet: Bet = { loss: 0, gain: 0, chance: 0 };

/** Who may as well trade tomorrow trades today. */
const waitingWorth = 0.999;

/** Millionths of a cent aren't worth another bet. */
const accuracy = 1e-6;

/** The last bet: the next balance's is seldom far from it. */
let [loss, gain] = [1, 1];

/**
 * The best bet of someone without an edge whose trades cost nothing, so that no way of trading has a better one: of all
 * results with a mean of zero, two suffice, where the concave hull of their values passes over zero. Starts from the last
 * bet and takes the result furthest above the line through it until none is above.
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
  const stay = gains[0] ?? 0;
  const maxLoss = now - from;
  if (maxLoss < 1 || maxGain < 1) return { bet: noBet, value: stay };
  [loss, gain] = [Math.min(loss, maxLoss), Math.min(gain, maxGain)];
  for (;;) {
    const lost = row[now - loss] ?? 0;
    const slope = ((gains[gain] ?? 0) - lost) / (loss + gain);
    const value = lost + slope * loss;
    let [above, nextGain, nextLoss] = [value + accuracy, 0, 0];
    for (let result = 1; result <= maxGain; result += 1) {
      const worth = (gains[result] ?? 0) - slope * result;
      if (worth > above) [above, nextGain] = [worth, result];
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
      for (let result = gain + 1; result <= maxGain; result += 1)
        if ((gains[result] ?? 0) - slope * result > value - accuracy) gain = result;
      for (let result = loss + 1; result <= maxLoss; result += 1)
        if ((row[now - result] ?? 0) + slope * result > value - accuracy) loss = result;
      if (value <= stay * waitingWorth) return { bet: noBet, value: stay };
      return { bet: { loss, gain, chance: loss / (loss + gain) }, value };
    }
  }
}
