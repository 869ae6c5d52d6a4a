import { quantileOf } from '#shared/reviews/intervals.ts';

/** A figure of all lives, and the range that contains the true one in 95 of 100 files of this size. */
export type Estimate = { readonly value: number; readonly low: number; readonly high: number };

type Summary = { readonly mean: number; readonly variance: number };

/** The average and the variance of each figure of so many lives. */
export function summarize(lives: number, live: () => readonly number[]): readonly Summary[] {
  const sums: number[] = [];
  const squares: number[] = [];
  for (let life = 0; life < lives; life += 1)
    for (const [index, value] of live().entries()) {
      sums[index] = (sums[index] ?? 0) + value;
      squares[index] = (squares[index] ?? 0) + value * value;
    }
  const varianceOf = (sum: number, square = 0) => Math.max(0, square / lives - (sum / lives) ** 2);
  return sums.map((sum, index) => ({ mean: sum / lives, variance: varianceOf(sum, squares[index]) }));
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * A percentile interval of the bootstrap over files. Each file's own lives are few, so their luck would widen it: the
 * files' averages are drawn together until they vary only as much as files do.
 */
export function estimate(all: Summary, lives: number, files: readonly Summary[], livesPerFile: number): Estimate {
  const center = average(files.map(({ mean }) => mean));
  const varied = average(files.map(({ mean }) => (mean - center) ** 2));
  const luck = average(files.map(({ variance }) => variance)) / livesPerFile;
  const scale = varied > luck ? Math.sqrt((varied - luck) / varied) : 0;
  const sorted = files.map(({ mean }) => center + (mean - center) * scale).sort((one, other) => one - other);
  const own = 1.96 * Math.sqrt(all.variance / lives);
  const low = Math.max(0, Math.min(quantileOf(sorted, 0.025), all.mean - own));
  return { value: all.mean, low, high: Math.max(quantileOf(sorted, 0.975), all.mean + own) };
}
