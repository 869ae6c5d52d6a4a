import { atom } from 'nanostores';
import type { output } from 'zod/mini';
import type { riskRow } from '#shared/risk/contract.ts';
import { roomShare, ticksAtPosition } from '#shared/risk/room.ts';

export type RiskRow = output<typeof riskRow>;

export const riskSortKeys = ['room', 'remaining', 'ticks', 'today', 'event'] as const;

export type RiskSortKey = (typeof riskSortKeys)[number];

export type RiskSort = { readonly key: RiskSortKey; readonly isDescending: boolean };

export const defaultSort: RiskSort = { key: 'room', isDescending: false };

export const $riskSort = atom<RiskSort>(defaultSort);

const values: Readonly<Record<RiskSortKey, (row: RiskRow) => number | null>> = {
  room: roomShare,
  remaining: ({ remainingCents }) => remainingCents,
  ticks: ticksOf,
  today: ({ todayCents }) => todayCents,
  // By age: what happened last comes first.
  event: ({ lastEventAt }) => (lastEventAt === null ? null : -lastEventAt),
};

const ticksByRow = new WeakMap<RiskRow, { readonly ticks: number | null }>();

/** How many ticks against its position an account survives; computed once per row. */
export function ticksOf(row: RiskRow): number | null {
  const known = ticksByRow.get(row);
  if (known) return known.ticks;
  const ticks = ticksAtPosition(row.positions, row.remainingCents);
  ticksByRow.set(row, { ticks });
  return ticks;
}

/** Rows without a value come last in both directions. */
function compareBy(key: RiskSortKey, sign: 1 | -1, left: RiskRow, right: RiskRow): number {
  const [before, after] = [values[key](left), values[key](right)];
  if (before === null || after === null) return Number(before === null) - Number(after === null);
  return sign * (before - after);
}

/** Orders by the chosen column, then by ticks at the position. */
export function compareRows(left: RiskRow, right: RiskRow): number {
  const { key, isDescending } = $riskSort.get();
  return compareBy(key, isDescending ? -1 : 1, left, right) || compareBy('ticks', 1, left, right);
}
