import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { ticksToFloor } from '#shared/trading/index.ts';

type Held = readonly [InstrumentCode, number];

type Room = { readonly remainingCents: number | null; readonly limitCents: number | null };

/** The remaining drawdown as a share of the loss that the rules allow; more than 1 above a floor that stays. */
export function roomShare({ remainingCents, limitCents }: Room): number | null {
  return remainingCents === null || limitCents === null || limitCents <= 0 ? null : remainingCents / limitCents;
}

/** Below this share an account is about to breach. */
export const lowRoomShare = 0.35;
/** So few ticks against a position that one quick move breaches the account. */
export const fewTicks = 60;

/**
 * How many ticks against the present position end the account: the nearest of the held products, while the others
 * stand still. Null without a position or a floor.
 */
export function ticksAtPosition(positions: readonly Held[], remainingCents: number | null): number | null {
  if (remainingCents === null) return null;
  const held = positions.map(([instrument, quantity]) => ({ instrument, quantity }));
  const ticks = held.flatMap(({ instrument }) => ticksToFloor(instrument, held, remainingCents) ?? []);
  return ticks.length === 0 ? null : Math.min(...ticks);
}
