import { minuteMs, secondMs } from '#lib/durations.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import type { Fill } from './model.ts';

/**
 * What was said about a fill after it was first delivered: a correction (null: it never happened), its fees, or the whole
 * fill again with other content. `at` is when it was said.
 */
export type Amendment =
  | {
      readonly type: 'fill-correction';
      readonly at: number;
      readonly fill: { readonly side: Side; readonly quantity: number; readonly priceTicks: number } | null;
    }
  | { readonly type: 'fill-fee'; readonly at: number; readonly feeCents: number }
  | { readonly type: 'fill-version'; readonly at: number; readonly fill: Fill };

type Delivered = { readonly sourceId: string; readonly amendment: Amendment };

/**
 * The fill as it counts: the newest correction and the newest fee apply, in whichever order they arrived.
 * @returns null if it never happened
 */
export function amendFill(original: Fill, amendments: readonly Delivered[]): Fill | null {
  // What is said at the same time about a version counts after it.
  const rankOf = ({ amendment }: Delivered) => (amendment.type === 'fill-version' ? 0 : 1);
  const ordered = amendments.toSorted(
    (left, right) =>
      left.amendment.at - right.amendment.at ||
      rankOf(left) - rankOf(right) ||
      (left.sourceId < right.sourceId ? -1 : 1),
  );
  let fill: Fill | null = original;
  let [base, { feeCents }] = [original, original];
  for (const { amendment } of ordered) {
    if (amendment.type === 'fill-fee') feeCents = amendment.feeCents;
    else if (amendment.type === 'fill-version') {
      base = amendment.fill;
      fill = base;
      feeCents = base.feeCents;
    } else fill = amendment.fill === null ? null : { ...base, ...amendment.fill };
  }
  return fill === null ? null : { ...fill, feeCents };
}

/** A fill's history as it is stored: null as `current` if it was taken back. */
export type KnownFill = {
  readonly original: Fill;
  readonly current: Fill | null;
  readonly amendments: readonly Amendment[];
};

/**
 * What a fill is that comes with a known id. The same content is known, also an older version's unless it is said (`asOf`)
 * after the newest. A statement's other content is a correction, but of another contract, or of a fill that was taken back,
 * it contradicts what is stored: a person decides.
 * @param asOf undefined from a live bridge, which names corrections as such: all that it adds is a fee that was missing
 */
export function compareVersions(
  { original, current, amendments }: KnownFill,
  fill: Fill,
  asOf: number | undefined,
): 'known' | 'correction' | 'contradictory' {
  if (current !== null && isSameFill(current, fill)) return 'known';
  const versions = amendments.flatMap((each) => (each.type === 'fill-version' ? [each.fill] : []));
  if (asOf === undefined) {
    const trades = amendments.flatMap((each) => (each.type === 'fill-correction' && each.fill ? [each.fill] : []));
    const stated = [original, ...versions, ...trades.map((trade) => ({ ...original, ...trade }))];
    const fees = [...stated, ...amendments].flatMap((each) => ('feeCents' in each ? [each.feeCents] : []));
    const isKnown = stated.some((each) => isSameTrade(each, fill) && Math.abs(each.at - fill.at) <= maxClockErrorMs);
    if (isKnown && (fill.feeCents === 0 || fees.includes(fill.feeCents))) return 'known';
    return isKnown && current?.feeCents === 0 && isSameTrade(current, fill) ? 'correction' : 'contradictory';
  }
  const newestAt = Math.max(...amendments.map(({ at }) => at), 0);
  const isOld = [original, ...versions].some((each) => isSameFill(each, fill));
  if (isOld && (asOf <= newestAt || current === null)) return 'known';
  const base = current ?? original;
  if (current === null || base.instrument !== fill.instrument || base.month !== fill.month) return 'contradictory';
  return 'correction';
}

/** A bridge dates a fill from a clock that is ahead of its own now, and once more by the vendor's when it comes again. */
const maxClockErrorMs = 5 * minuteMs;

const isSameFill = (known: Fill, fill: Fill): boolean =>
  isSameTrade(known, fill) && known.feeCents === fill.feeCents && isSameMoment(known.at, fill.at);

function isSameTrade(known: Fill, fill: Fill): boolean {
  return (
    known.instrument === fill.instrument &&
    known.month === fill.month &&
    known.side === fill.side &&
    known.quantity === fill.quantity &&
    known.priceTicks === fill.priceTicks
  );
}

/** Spreadsheets cut off seconds, exports milliseconds, and ours tell the order of fills within a second. */
export function isSameMoment(one: number, other: number): boolean {
  if (Math.floor(one / secondMs) === Math.floor(other / secondMs)) return true;
  const isCut = one % minuteMs < secondMs || other % minuteMs < secondMs;
  return isCut && Math.floor(one / minuteMs) === Math.floor(other / minuteMs);
}
