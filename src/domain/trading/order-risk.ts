import { type InstrumentCode, instruments } from '../instrument/instruments.ts';

type Sized = { readonly instrument: InstrumentCode; readonly quantity: number };

/** What some contracts gain over a distance in ticks, before fees, to the cent below. */
export function gainCents({ instrument, quantity }: Sized, ticks: number): number {
  return Math.floor((instruments[instrument].tickValueHundredths * quantity * ticks) / 100);
}

/** What some contracts lose when their stop fills at its price, with the fees of both sides, to the cent above. */
export function lossAtStopCents({ instrument, quantity }: Sized, stopTicks: number): number {
  return Math.ceil(lossAtStopHundredths({ instrument, quantity }, stopTicks) / 100);
}

/** The same exactly, in hundredths of a cent. */
export function lossAtStopHundredths({ instrument, quantity }: Sized, stopTicks: number): number {
  const { tickValueHundredths, feeCents } = instruments[instrument];
  return quantity * (tickValueHundredths * stopTicks + 2 * feeCents * 100);
}

type Held = Sized & {
  /** Sum of signed quantity × entry price in ticks. */
  readonly costTicks: number;
};

/** What closing a position at a price would bring before fees; its quantity is signed. */
export function openResultCents({ instrument, quantity, costTicks }: Held, atTicks: number): number {
  return Math.round(((atTicks * quantity - costTicks) * instruments[instrument].tickValueHundredths) / 100);
}

/** How many ticks against some contracts cost the room left. */
export function ticksToFloor({ instrument, quantity }: Sized, roomCents: number): number {
  return Math.floor((roomCents * 100) / (instruments[instrument].tickValueHundredths * quantity));
}

/** How many of an order's contracts open a position or add to one; the others close what is held. */
export function openedContracts(heldQuantity: number, side: 'buy' | 'sell', quantity: number): number {
  const signed = side === 'buy' ? quantity : -quantity;
  const isSameSide = Math.sign(heldQuantity) === Math.sign(signed);
  return isSameSide ? quantity : Math.max(0, quantity - Math.abs(heldQuantity));
}
