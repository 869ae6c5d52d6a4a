import { quantileOf } from '#shared/reviews/intervals.ts';

/** A figure of all lives, and the range that contains the true one in 95 of 100 files of this size. */
export type Estimate = { readonly value: number; readonly low: number; readonly high: number };

/** Average and variance of each figure over many lives. */
export type Summary = { readonly means: Float64Array; readonly variances: Float64Array };

/** @param live plays a life and writes its figures */
export function summarize(lives: number, figures: number, live: (into: Float64Array) => void): Summary {
  const [into, means, variances] = [new Float64Array(figures), new Float64Array(figures), new Float64Array(figures)];
  for (let life = 0; life < lives; life += 1) {
    live(into);
    for (let index = 0; index < figures; index += 1) {
      const value = into[index] ?? 0;
      means[index] = (means[index] ?? 0) + value;
      variances[index] = (variances[index] ?? 0) + value * value;
    }
  }
  return {
    means: means.map((sum) => sum / lives),
    variances: variances.map((squares, index) => Math.max(0, squares / lives - ((means[index] ?? 0) / lives) ** 2)),
  };
}

const tail = 0.025;
const deviations = 1.96;

/**
 * A percentile interval of the bootstrap over files. Each file's own lives are few, so their luck would widen it: the
 * files' averages are drawn together until they vary only as much as files do.
 */
export function estimate(
  all: Summary,
  files: readonly Summary[],
  index: number,
  { lives, livesPerFile }: { readonly lives: number; readonly livesPerFile: number },
): Estimate {
  const at = (values: Float64Array) => values[index] ?? 0;
  const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = files.map((file) => at(file.means));
  const center = average(means);
  const varied = average(means.map((mean) => (mean - center) ** 2));
  const luck = average(files.map((file) => at(file.variances))) / livesPerFile;
  const scale = varied > luck ? Math.sqrt((varied - luck) / varied) : 0;
  const sorted = means.map((mean) => center + (mean - center) * scale).sort((one, other) => one - other);
  const value = at(all.means);
  const own = deviations * Math.sqrt(at(all.variances) / lives);
  return {
    value,
    low: Math.max(0, Math.min(quantileOf(sorted, tail), value - own)),
    high: Math.max(quantileOf(sorted, 1 - tail), value + own),
  };
}
