import type { Fill } from './model.ts';

/** What an order has filled so far, in total: `totalTicks` is the sum of each contract's price. */
export type OrderTotal = {
  readonly at: number;
  readonly quantity: number;
  readonly totalTicks: number;
  readonly feeCents: number;
};

type Part = { readonly quantity: number; readonly priceTicks: number };
type Booked = { readonly sourceId: string; readonly fill: Fill };

export type OrderPlan =
  | { readonly outcome: 'known' }
  | { readonly outcome: 'contradictory' }
  /** The fills to book, the first with the fee. */
  | { readonly outcome: 'difference'; readonly parts: readonly Part[]; readonly feeCents: number }
  /** The fills that take the place of the newest ones, `replaced`. */
  | {
      readonly outcome: 'correction';
      readonly replaced: readonly Booked[];
      readonly parts: readonly Part[];
      readonly feeCents: number;
    };

export function totalOf(fills: readonly Fill[]): OrderTotal {
  return {
    at: Math.max(...fills.map(({ at }) => at), 0),
    quantity: fills.reduce((sum, { quantity }) => sum + quantity, 0),
    totalTicks: fills.reduce((sum, { quantity, priceTicks }) => sum + quantity * priceTicks, 0),
    feeCents: fills.reduce((sum, { feeCents }) => sum + feeCents, 0),
  };
}

/**
 * What to do about an order's total: more filled books the difference, the same at another price or fee corrects what was
 * booked last, and less is an older report, or contradicts what is booked. A fee of zero wasn't posted yet.
 * @param booked its fills, in time order
 */
export function planOrder(booked: readonly Booked[], stated: OrderTotal): OrderPlan {
  const before = totalOf(booked.map(({ fill }) => fill));
  const [quantity, ticks] = [stated.quantity - before.quantity, stated.totalTicks - before.totalTicks];
  const feeCents = stated.feeCents - before.feeCents;
  const hasFee = stated.feeCents !== 0 && feeCents !== 0;
  if (quantity < 0) return { outcome: stated.at <= before.at ? 'known' : 'contradictory' };
  if (quantity === 0 && ticks === 0 && !hasFee) return { outcome: 'known' };
  if (quantity > 0) {
    if (stated.feeCents !== 0 && feeCents < 0) return { outcome: 'contradictory' };
    return { outcome: 'difference', parts: partsOf(quantity, ticks), feeCents: Math.max(0, feeCents) };
  }
  const replaced = booked.filter(({ fill }) => fill.at === before.at);
  const newest = totalOf(replaced.map(({ fill }) => fill));
  const fee = newest.feeCents + (hasFee ? feeCents : 0);
  if (fee < 0) return { outcome: 'contradictory' };
  const parts =
    ticks === 0
      ? replaced.map(({ fill }) => ({ quantity: fill.quantity, priceTicks: fill.priceTicks }))
      : partsOf(newest.quantity, newest.totalTicks + ticks);
  return { outcome: 'correction', replaced, parts, feeCents: fee };
}

/** Whole ticks with the exact sum: 2 contracts for 5 ticks are one at 2 and one at 3. */
export function partsOf(quantity: number, totalTicks: number): readonly Part[] {
  const low = Math.floor(totalTicks / quantity);
  const above = totalTicks - low * quantity;
  return [
    { quantity: quantity - above, priceTicks: low },
    { quantity: above, priceTicks: low + 1 },
  ].filter((part) => part.quantity > 0);
}
