import * as z from 'zod/mini';
import { dayMs } from '#lib/durations.ts';
import { findTradingDay, getTradingDay } from '#shared/exchange/trading-day.ts';
import type { AttemptEnd } from './attempts.ts';
import { costOf, type ReplayOffer } from './offer.ts';
import { certainties, type OfferReplay } from './replay-offer.ts';
import type { ReplayView } from './replay-view.ts';
import { decodeDays, encodeDays, maxDays } from './shared-days.ts';

/** Browsers and messengers support longer addresses, but not all of them do. */
export const maxFragmentLength = 2_000;
export const fragmentName = 'replay';

const formatVersion = '1';
const statuses = ['passed', 'breached', 'open'] as const;
const rules = ['max-loss', 'daily-loss'] as const;
const extremes = ['all', 'some', 'none'] as const;
/** Precisions of days, best first; the first that fits is used. */
const precisions = ['cents', 'dollars', 'results'] as const;

type View = Omit<ReplayView, 'isShared' | 'isApproximate' | 'daysLeftOut'>;

/**
 * The fragment of a link that shows the same verdict, without the fills. Undefined if no days fit beside the offers.
 */
export function writeSharedReplay(view: View): string | undefined {
  const origin = view.days[0]?.day ?? '';
  const { source } = view;
  const prefix = [
    formatVersion,
    view.rulesVersion,
    [view.isSample, source.endsOpen, source.startsBeforeCalendar].map((flag) => (flag ? 1 : 0)).join(''),
    [source.fills, source.unreadRows, source.assumedFees, extremes.indexOf(source.extremes)]
      .map(encodeNumber)
      .join('.'),
    view.offers.map((offer) => writeOffer(offer, origin)).join('*'),
  ].join('~');
  const availableLength = maxFragmentLength - `#${fragmentName}=${prefix}~`.length;
  for (const [index, precision] of precisions.entries()) {
    const days = encodeDays(view.days, precision);
    if (days.length + 4 <= availableLength) return `#${fragmentName}=${prefix}~${index}.0.${days}`;
  }
  const shorten = (count: number) => Math.floor(count * 0.95);
  for (let count = shorten(view.days.length); count > 0; count = shorten(count)) {
    const days = encodeDays(view.days.slice(0, count), 'results');
    if (days.length + 8 <= availableLength)
      return `#${fragmentName}=${prefix}~2.${encodeNumber(view.days.length - count)}.${days}`;
  }
  return undefined;
}

const encodeNumber = (value: number) => value.toString(36);
const daysAfter = (origin: string, day: string) => Math.round((Date.parse(day) - Date.parse(origin)) / dayMs);

function writeOffer(offer: OfferReplay, origin: string): string {
  const end = (value: AttemptEnd) => [
    statuses.indexOf(value.status),
    daysAfter(origin, value.day),
    value.tradedDays,
    value.status === 'breached' ? rules.indexOf(value.rule) : 0,
  ];
  const { first, last, harshest, certainty, resets, lockedDays, fillsOverLimit, cost } = offer;
  const counts = [certainties.indexOf(certainty), resets, lockedDays, fillsOverLimit, cost.months];
  const ends = [...end(first), ...(resets > 0 || harshest ? end(last) : []), ...(harshest ? end(harshest) : [])];
  return [offer.id, ...[...counts, ...ends].map(encodeNumber)].join('.');
}

const tradingDay = z.pipe(z.string().check(z.refine((text) => isTradingDay(text))), z.transform(getTradingDay));
const integer = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum));
const count = integer(0, 1_000_000);

const endSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('passed'), day: tradingDay, tradedDays: count }),
  z.object({ status: z.literal('breached'), day: tradingDay, tradedDays: count, rule: z.enum(rules) }),
  z.object({ status: z.literal('open'), day: tradingDay, tradedDays: count }),
]);

const sharedSchema = z.object({
  version: z.literal(formatVersion),
  rulesVersion: z.string().check(z.regex(/^[\w.-]{1,20}$/)),
  flags: z.string().check(z.regex(/^[01]{3}$/)),
  fills: integer(1, 10_000_000),
  unreadRows: count,
  assumedFees: count,
  extremes: z.enum(extremes),
  precision: z.enum(precisions),
  daysLeftOut: count,
  days: z.array(z.object({ day: tradingDay, resultCents: integer(-1e12, 1e12), lowestCents: integer(-1e12, 0) })).check(
    z.minLength(1),
    z.maxLength(maxDays),
    z.refine((days) => days.every(({ day }, index) => index === 0 || day > (days[index - 1]?.day ?? ''))),
  ),
  offers: z
    .array(
      z.object({
        id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
        certainty: z.enum(certainties),
        resets: count,
        lockedDays: count,
        fillsOverLimit: count,
        months: integer(1, 600),
        first: endSchema,
        last: endSchema,
        harshest: z.nullable(endSchema),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(60),
      z.refine((offers) => new Set(offers.map(({ id }) => id)).size === offers.length),
    ),
});

function isTradingDay(text: string): boolean {
  try {
    return findTradingDay(text) !== null;
  } catch {
    return false;
  }
}

/**
 * The view a link describes; undefined for a malformed fragment. Even a valid one doesn't prove that it came from a
 * replay: the screen must say so.
 * @param offers what is on sale; accounts no longer sold are omitted, and prices are today's
 */
export function readSharedReplay(fragment: string, offers: readonly ReplayOffer[]): ReplayView | undefined {
  const prefix = `#${fragmentName}=`;
  if (!fragment.startsWith(prefix) || fragment.length > maxFragmentLength) return undefined;
  const read = sharedSchema.safeParse(parse(fragment.slice(prefix.length)));
  if (!read.success) return undefined;
  const { flags, fills, unreadRows, assumedFees, days, precision, daysLeftOut, rulesVersion } = read.data;
  const known = read.data.offers.flatMap((entry): OfferReplay[] => {
    const offer = offers.find(({ id }) => id === entry.id);
    const { months, ...replay } = entry;
    if (offer === undefined) return [];
    const cost = costOf(offer, months, entry.resets, entry.last.status === 'passed');
    return [{ ...replay, cost }];
  });
  if (known.length === 0) return undefined;
  return {
    rulesVersion,
    isSample: flags[0] === '1',
    isShared: true,
    isApproximate: precision !== 'cents',
    daysLeftOut,
    source: {
      fills,
      unreadRows,
      assumedFees,
      extremes: read.data.extremes,
      endsOpen: flags[1] === '1',
      startsBeforeCalendar: flags[2] === '1',
    },
    days,
    offers: known,
  };
}

const decodeNumber = (text = '') => (/^[0-9a-z]{1,8}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN);

function parse(text: string): unknown {
  const [version, rulesVersion, flags, counts = '', offers = '', dayPart = ''] = text.split('~');
  const [fills, unreadRows, assumedFees, known] = counts.split('.').map(decodeNumber);
  const [precision, left, encodedDays = ''] = dayPart.split('.');
  const days = decodeDays(encodedDays, precisions[decodeNumber(precision)] ?? 'cents');
  const origin = days?.[0]?.day;
  return {
    version,
    rulesVersion,
    flags,
    fills,
    unreadRows,
    assumedFees,
    extremes: extremes[known ?? -1],
    precision: precisions[decodeNumber(precision)],
    daysLeftOut: decodeNumber(left),
    days,
    offers: origin === undefined ? [] : offers.split('*').map((offer) => parseOffer(offer, origin)),
  };
}

function parseOffer(text: string, origin: string): unknown {
  const [id, ...values] = text.split('.');
  const [certainty = -1, resets, lockedDays, fillsOverLimit, months, ...ends] = values.map(decodeNumber);
  const endAt = (from: number) => {
    const [status = -1, day = 0, tradedDays, rule = -1] = ends.slice(from, from + 4);
    const at = new Date(Date.parse(origin) + day * dayMs);
    const text = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
    return { status: statuses[status], day: text, tradedDays, rule: rules[rule] };
  };
  const first = endAt(0);
  return {
    id,
    certainty: certainties[certainty],
    resets,
    lockedDays,
    fillsOverLimit,
    months,
    first,
    last: ends.length > 4 ? endAt(4) : first,
    harshest: ends.length > 8 ? endAt(8) : null,
  };
}
