import { dayMs } from '#lib/durations.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';

/**
 * Prices that each market has traded at since 2000, with ample room on both sides. Outside of them a price is in another
 * notation, or isn't a price. A micro has the bounds of its full-size contract.
 */
const bounds: Readonly<Partial<Record<InstrumentCode, readonly [low: number, high: number]>>> = {
  ...{ ES: [400, 30_000], NQ: [500, 150_000], RTY: [150, 15_000], YM: [4_000, 250_000], NKD: [5_000, 250_000] },
  ...{ CL: [-60, 300], NG: [0.3, 40], RB: [0.2, 12], HO: [0.2, 12] },
  ...{ GC: [200, 20_000], SI: [3, 400], HG: [0.4, 25], PL: [250, 10_000] },
  ...{ '6E': [0.5, 2.5], '6B': [0.6, 3.5], '6J': [0.003, 0.03], '6A': [0.3, 1.8], '6C': [0.4, 1.8] },
  ...{ '6S': [0.3, 2.5], '6N': [0.2, 1.5] },
  ...{ ZB: [60, 250], UB: [60, 300], ZN: [70, 200], TN: [70, 220], ZF: [70, 180], ZT: [75, 150] },
  ...{ ZC: [100, 2_500], ZS: [300, 5_000], ZW: [150, 4_000], ZM: [80, 2_000], ZL: [8, 300] },
  ...{ LE: [40, 700], HE: [15, 400], GF: [50, 1_000], MBT: [500, 2_000_000], MET: [20, 100_000] },
};

/** Whether a price in ticks is one that the market may have had. */
export function isPlausible(code: InstrumentCode, priceTicks: number): boolean {
  const { tickSize, fullSize } = instruments[code];
  const [low, high] = bounds[fullSize] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return priceTicks * tickSize >= low && priceTicks * tickSize <= high;
}

type PricedFill = { readonly instrument: InstrumentCode; readonly at: number; readonly priceTicks: number };

const nearbyMs = 10 * dayMs;
const maxNeighbors = 10;
/** Nothing that trades here has doubled or halved within ten days. Oil and gas may come close to zero. */
const maxRatio = 2;

/**
 * The prices that are far from those of the fills around them, by their indexes in `fills`. Of two prices that
 * contradict each other without a third one, neither is known to be right.
 * @param fills in time order
 */
export function findOutliers(fills: readonly PricedFill[]): ReadonlySet<number> {
  const outliers = new Set<number>();
  const indexed = fills.map((fill, index) => ({ ...fill, index }));
  for (const [code, group] of Map.groupBy(indexed, ({ instrument }) => instrument)) {
    const [low = 0] = bounds[instruments[code].fullSize] ?? [];
    if (low <= 0) continue;
    for (const [place, { at, priceTicks, index }] of group.entries()) {
      const near = [
        ...group.slice(Math.max(0, place - maxNeighbors), place),
        ...group.slice(place + 1, place + 1 + maxNeighbors),
      ].filter((other) => Math.abs(other.at - at) <= nearbyMs);
      const isFar = ({ priceTicks: other }: PricedFill) =>
        priceTicks > other * maxRatio || other > priceTicks * maxRatio;
      if (near.length > 0 && near.filter(isFar).length * 2 > near.length) outliers.add(index);
    }
  }
  return outliers;
}
