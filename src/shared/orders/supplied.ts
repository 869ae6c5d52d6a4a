import { dayMs } from '#lib/durations.ts';
import { type PaidItem, sumOf } from './refund-plan.ts';
import { periodEnd } from './renewal.ts';

/** A part of a whole, by what the contract tells it: days, cents to the floor or the target, payouts, or all at once. */
export type Part = {
  readonly by: 'days' | 'floor' | 'target' | 'payouts' | 'delivery';
  readonly done: number;
  readonly of: number;
};

export type Supplied = {
  readonly period: Period | null;
  /** Of the package; the largest counts. */
  readonly parts: readonly Part[];
  /** What each item cost, and which part of it was supplied. */
  readonly items: readonly (PaidItem & { readonly part: Part; readonly suppliedCents: number })[];
  readonly suppliedCents: number;
  readonly refundCents: number;
};

type Period = { readonly startsAt: number; readonly endsAt: number };

type Use = {
  readonly paid: readonly PaidItem[];
  /** The billing period that was paid; null for what is sold once, without a fixed length. */
  readonly period: Period | null;
  readonly startedAt: number;
  /** How far each limit of the contract was used up: the way to the floor or the target, payouts made. */
  readonly ways: readonly Part[];
};

/**
 * What a consumer owes who asked for an immediate start and withdraws at a time: in proportion to what was supplied until
 * then, of the total price (Directive 2011/83, article 14(3)). As our terms say, of a package that is the larger of two
 * parts: of the period that was paid, the days that are over; of the account, the furthest it went toward an end. What is
 * sold once has no period, so that only the account counts. The data add-on is a month by its days; a reset of the
 * funded account isn't supplied before there is one. Parts of a cent are the buyer's.
 */
export function computeSupplied({ paid, period, startedAt, ways }: Use, at: number): Supplied {
  const daysOf = (startsAt: number, endsAt: number): Part => {
    const of = Math.round((endsAt - startsAt) / dayMs);
    return { by: 'days', done: Math.max(0, Math.min(of, Math.floor((at - startsAt) / dayMs))), of };
  };
  const parts = [...(period ? [daysOf(period.startsAt, period.endsAt)] : []), ...ways];
  const furthest = parts.reduce((most, part) => (part.done * most.of > most.done * part.of ? part : most), nothing);
  const partOf = {
    package: furthest,
    'market-data': daysOf(startedAt, periodEnd(startedAt, startedAt, 'monthly')),
    'funded-reset': nothing,
  };
  const items = paid.map((each) => {
    const part = partOf[each.item];
    return { ...each, part, suppliedCents: Math.floor((each.amountCents * part.done) / part.of) };
  });
  const suppliedCents = items.reduce((sum, item) => sum + item.suppliedCents, 0);
  return { period, parts, items, suppliedCents, refundCents: sumOf(paid) - suppliedCents };
}

const nothing: Part = { by: 'delivery', done: 0, of: 1 };
