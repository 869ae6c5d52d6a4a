import type { Mark } from '#shared/accounts/model.ts';
import type { PriceRange } from './fill-file/fill-file.ts';

/** The known prices between two fills. */
export type Gap = {
  readonly favorable: readonly Mark[];
  readonly adverse: readonly Mark[];
  /** Whether every position has known extremes. */
  readonly isKnown: boolean;
  /** Whether the extremes were certainly reached within this gap. */
  readonly isExact: boolean;
};

type Held = Pick<Mark, 'instrument' | 'month'> & { readonly held: number };

/** Returns a function that looks up the known prices of gaps, which must be queried in time order. */
export function createCoverage(ranges: readonly PriceRange[]) {
  const pending = [...ranges].sort((left, right) => right.fromAt - left.fromAt);
  let open: PriceRange[] = [];

  return (positions: readonly Held[], fromAt: number, untilAt: number): Gap => {
    for (let next = pending.at(-1); next && next.fromAt <= fromAt; next = pending.at(-1)) {
      open.push(next);
      pending.pop();
    }
    open = open.filter((range) => range.untilAt >= fromAt);
    const favorable: Mark[] = [];
    const adverse: Mark[] = [];
    let isKnown = true;
    let isExact = positions.length === 1;
    for (const { instrument, month, held } of positions) {
      const enclosing = open.filter(
        (range) =>
          range.instrument === instrument &&
          range.month === month &&
          range.fromAt <= fromAt &&
          range.untilAt >= untilAt,
      );
      if (enclosing.length === 0) {
        // Fills at the same time are parts of one order, with no prices between them.
        if (fromAt !== untilAt) isKnown = false;
        isExact = false;
        continue;
      }
      const lowTicks = Math.max(...enclosing.map((range) => range.lowTicks));
      const highTicks = Math.min(...enclosing.map((range) => range.highTicks));
      if (!enclosing.some((range) => range.fromAt === fromAt && range.untilAt === untilAt)) isExact = false;
      const [best, worst] = held > 0 ? [highTicks, lowTicks] : [lowTicks, highTicks];
      const third = Math.floor((untilAt - fromAt) / 3);
      favorable.push({ type: 'mark', at: fromAt + third, instrument, month, priceTicks: best });
      adverse.push({ type: 'mark', at: fromAt + third, instrument, month, priceTicks: worst });
    }
    return { favorable, adverse, isKnown, isExact };
  };
}
