import { toCsv } from '../../lib/csv.ts';
import type { Fill } from '../account/events.ts';
import { tidemarkHeadings } from './formats/tidemark.ts';
import { priceText } from './split-ticks.ts';

/** Fills as our own file, which `readFillFile` reads back: times in UTC, amounts in dollars. */
export function writeFills(fills: readonly Fill[]): string {
  return toCsv([
    tidemarkHeadings,
    ...fills.map(({ at, instrument, month, side, quantity, priceTicks, feeCents }) => [
      new Date(at).toISOString(),
      instrument,
      month,
      side,
      quantity,
      priceText(instrument, priceTicks),
      (feeCents / 100).toFixed(2),
    ]),
  ]);
}
