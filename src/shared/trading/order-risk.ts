import { type InstrumentCode, instruments, type Side } from '#shared/exchange/instruments.ts';
import type { ContractQuantity } from '#shared/exchange/loss-at-stop.ts';

/** The gain over a distance in ticks, before fees, rounded down to the cent. */
export function gainCents({ instrument, quantity }: ContractQuantity, ticks: number): number {
  return Math.floor((instruments[instrument].tickValueHundredths * quantity * ticks) / 100);
}

type HeldPosition = ContractQuantity & {
  /** Sum of signed quantity × entry price in ticks. */
  readonly costTicks: number;
};

/** The result of closing a position at a price, before fees. Its quantity is signed. */
export function openResultCents({ instrument, quantity, costTicks }: HeldPosition, atTicks: number): number {
  return Math.round(((atTicks * quantity - costTicks) * instruments[instrument].tickValueHundredths) / 100);
}

/** The result of closing some of a position's contracts at a price, before fees. */
export function exitResultCents(held: HeldPosition, quantity: number, atTicks: number): number {
  const share = quantity / Math.abs(held.quantity);
  return openResultCents(
    { instrument: held.instrument, quantity: held.quantity * share, costTicks: held.costTicks * share },
    atTicks,
  );
}

/**
 * How many ticks of a contract against the positions in its product use up the remaining drawdown: ES and MES of every
 * month move together, other products are taken to stand still. Null if nothing is held on balance.
 */
export function ticksToFloor(
  instrument: InstrumentCode,
  positions: readonly ContractQuantity[],
  remainingCents: number,
): number | null {
  const { fullSize, tickSize } = instruments[instrument];
  const perTickHundredths = positions
    .filter((each) => instruments[each.instrument].fullSize === fullSize)
    .reduce((sum, each) => {
      const own = instruments[each.instrument];
      return sum + (each.quantity * own.tickValueHundredths * tickSize) / own.tickSize;
    }, 0);
  return perTickHundredths === 0 ? null : Math.floor((remainingCents * 100) / Math.abs(perTickHundredths));
}

type Holding = ContractQuantity & { readonly month: string };

/** The positions once an order has filled, without those that it closes. */
export function positionsAfter(
  positions: readonly Holding[],
  order: Holding & { readonly side: 'buy' | 'sell' },
): readonly Holding[] {
  const isOwn = (each: Holding) => each.instrument === order.instrument && each.month === order.month;
  const held = positions.find(isOwn)?.quantity ?? 0;
  const quantity = held + (order.side === 'buy' ? order.quantity : -order.quantity);
  const { instrument, month } = order;
  return [...positions.filter((each) => !isOwn(each)), ...(quantity === 0 ? [] : [{ instrument, month, quantity }])];
}

/** How many of an order's contracts open or add to a position; the rest close held contracts. */
export function openedContracts(heldQuantity: number, side: Side, quantity: number): number {
  const signed = side === 'buy' ? quantity : -quantity;
  const isSameSide = Math.sign(heldQuantity) === Math.sign(signed);
  return isSameSide ? quantity : Math.max(0, quantity - Math.abs(heldQuantity));
}
