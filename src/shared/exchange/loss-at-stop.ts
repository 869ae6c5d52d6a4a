import { type InstrumentCode, instruments } from './instruments.ts';

export type ContractQuantity = { readonly instrument: InstrumentCode; readonly quantity: number };

/** The loss if the stop fills at its price, including the fees of both sides, rounded up to the cent. */
export function lossAtStopCents({ instrument, quantity }: ContractQuantity, stopTicks: number): number {
  return Math.ceil(lossAtStopHundredths({ instrument, quantity }, stopTicks) / 100);
}

/** The exact loss at the stop, in hundredths of a cent. */
export function lossAtStopHundredths({ instrument, quantity }: ContractQuantity, stopTicks: number): number {
  const { tickValueHundredths, feeCents } = instruments[instrument];
  return quantity * (tickValueHundredths * stopTicks + 2 * feeCents * 100);
}
