import { contractKey } from '#shared/exchange/contract-month.ts';

/** A position without its prices: signed contracts. */
export type HeldPosition = { readonly instrument: string; readonly month: string; readonly quantity: number };

/** Positions by contract, without those that are flat, so that equal ones are equal as JSON. */
export function normalizePositions(positions: readonly HeldPosition[]): readonly HeldPosition[] {
  return positions
    .filter(({ quantity }) => quantity !== 0)
    .map(({ instrument, month, quantity }) => ({ instrument, month, quantity }))
    .sort((left, right) => (contractKey(left) < contractKey(right) ? -1 : 1));
}
