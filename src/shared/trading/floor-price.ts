import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import { ticksToFloor } from './order-risk.ts';

/** The floor as a price, and how many ticks away it is. */
export type FloorPrice = { readonly priceTicks: number; readonly ticks: number };

/**
 * The price of a contract at which its product's positions would reach the floor: below the market for long ones.
 * @param exitTicks the price at which the positions could be closed now
 * @returns null if nothing is held on balance in the product
 */
export function findFloorPrice(
  instrument: InstrumentCode,
  positions: readonly { readonly instrument: InstrumentCode; readonly quantity: number }[],
  remainingCents: number,
  exitTicks: number,
): FloorPrice | null {
  const ticks = ticksToFloor(instrument, positions, remainingCents);
  if (ticks === null) return null;
  const { fullSize } = instruments[instrument];
  const heldHundredths = positions
    .filter((each) => instruments[each.instrument].fullSize === fullSize)
    .reduce((sum, each) => {
      const { tickValueHundredths, tickSize } = instruments[each.instrument];
      return sum + (each.quantity * tickValueHundredths) / tickSize;
    }, 0);
  return { ticks, priceTicks: exitTicks + (heldHundredths > 0 ? -ticks : ticks) };
}
