import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';

type Held = { readonly instrument: InstrumentCode; readonly quantity: number };

/** Whether one product is held both long and short, in different months or sizes. */
export function holdsSpread(positions: readonly Held[]): boolean {
  const directions = new Map<string, number>();
  for (const { instrument, quantity } of positions) {
    if (quantity === 0) continue;
    const { fullSize } = instruments[instrument];
    const direction = Math.sign(quantity);
    if ((directions.get(fullSize) ?? direction) !== direction) return true;
    directions.set(fullSize, direction);
  }
  return false;
}
