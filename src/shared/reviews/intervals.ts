import { nextRandom, type Random } from '#lib/random.ts';
import { normalCdf, normalQuantile } from './normal.ts';

export type Interval = { readonly low: number; readonly high: number };

/** Both intervals contain the true value in 95 of 100 samples. */
const tail = 0.025;

/** Wilson's score interval for a proportion (Journal of the American Statistical Association 22, 1927). */
export function wilsonInterval(hits: number, count: number): Interval {
  const z = normalQuantile(1 - tail);
  const share = hits / count;
  const scale = 1 + (z * z) / count;
  const center = (share + (z * z) / (2 * count)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

export type DaySum = { readonly sum: number; readonly trades: number };

/**
 * Confidence interval for the average trade, by the bias-corrected and accelerated bootstrap (Efron and Tibshirani, An
 * Introduction to the Bootstrap, 14.3). Draws whole days, because trades of one day aren't independent.
 * @returns null if the draws don't differ, as with identical days
 */
export function averageTradeInterval(days: readonly DaySum[], draws: number, random: Random): Interval | null {
  const average = averageOf(days);
  const drawn = resampleAverages(days, draws, random);
  let below = 0;
  for (const value of drawn) below += value < average ? 1 : value === average ? 0.5 : 0;
  const bias = normalQuantile(below / draws);
  const acceleration = accelerationOf(days);
  if (!Number.isFinite(bias) || !Number.isFinite(acceleration)) return null;
  const at = (z: number) => quantileOf(drawn, normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z))));
  return { low: at(normalQuantile(tail)), high: at(normalQuantile(1 - tail)) };
}

/** The averages of `draws` bootstrap samples, ascending. Each sample has as many days as the original. */
export function resampleAverages(days: readonly DaySum[], draws: number, random: Random): Float64Array {
  const sums = Float64Array.from(days, ({ sum }) => sum);
  const counts = Float64Array.from(days, ({ trades }) => trades);
  const averages = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let [sum, trades] = [0, 0];
    for (let index = 0; index < sums.length; index += 1) {
      const day = Math.floor(nextRandom(random) * sums.length);
      sum += sums[day] ?? 0;
      trades += counts[day] ?? 0;
    }
    averages[draw] = sum / trades;
  }
  return averages.sort();
}

/** The acceleration by jackknife: leaves out one day at a time. */
function accelerationOf(days: readonly DaySum[]): number {
  const sum = days.reduce((total, day) => total + day.sum, 0);
  const trades = days.reduce((total, day) => total + day.trades, 0);
  const without = days.map((day) => (sum - day.sum) / (trades - day.trades));
  const middle = without.reduce((total, value) => total + value, 0) / days.length;
  const squares = without.reduce((total, value) => total + (middle - value) ** 2, 0);
  const cubes = without.reduce((total, value) => total + (middle - value) ** 3, 0);
  return cubes / (6 * squares ** 1.5);
}

function averageOf(days: readonly DaySum[]): number {
  return days.reduce((total, { sum }) => total + sum, 0) / days.reduce((total, { trades }) => total + trades, 0);
}

/** Interpolates linearly between the two nearest values. @param sorted ascending */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1);
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}
