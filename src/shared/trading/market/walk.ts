import { remember } from '#lib/remember.ts';
import type { DateNumber } from '#shared/exchange/chicago.ts';
import { type DayKey, drawNumbers } from './keystream.ts';
import { type MarketDay, marketDayAt, marketDayOf } from './market-day.ts';
import { maxNormal, normalOf } from './normal.ts';

/** How a random walk between two known ends is filled: each middle in turn, before the middles of its halves. */
type BridgePlan = {
  readonly steps: number;
  /** For each middle: its left end, itself and its right end. */
  readonly positions: Uint16Array;
  /** For each middle: both ends' weights, and its deviation from their line in deviations of one step. */
  readonly factors: Float64Array;
  /** How far any value can lie beyond both ends, in deviations of one step. */
  readonly reach: number;
};

export const hourMs = 3_600_000;
export const minuteMs = 60_000;
export const minutesPerHour = 60;
export const framesPerMinute = 240;

/** The key of a day, as YYYY-MM-DD. */
export type DayKeys = (day: string) => DayKey;

export type WalkStart = { readonly date: DateNumber; readonly openOf: (code: string) => number };

/**
 * A product's price relative to its reference: a random walk whose hours are drawn with the key of their day. Between
 * days nothing pulls it anywhere, so yesterday's keys say nothing about tomorrow.
 */
export type Walk = {
  readonly minuteAt: (minute: number) => WalkedMinute;
  readonly openOf: (date: DateNumber) => number;
};

/** A minute of a walk, counted from 1970 like its frames. */
export type WalkedMinute = {
  readonly first: number;
  readonly last: number;
  /** How far a frame can lie beyond both ends. */
  readonly reach: number;
  readonly frames: () => Float64Array;
};

type WalkedHour = { readonly day: MarketDay; readonly index: number; readonly deviation: number; values: Float64Array };

const hourPlan = planBridge(minutesPerHour);
const minutePlan = planBridge(framesPerMinute);
const keptDays = 8;
const keptHours = 8;
const keptMinutes = 64;

/** @param hourDeviation the standard deviation of an hour, as a share of the price */
export function createWalk(keyOf: DayKeys, start: WalkStart, code: string, hourDeviation: number): Walk {
  const after = [start.openOf(code)];
  const before = [start.openOf(code)];
  const days = new Map<DateNumber, Float64Array>();
  const hours = new Map<number, WalkedHour>();
  const minutes = new Map<number, WalkedMinute>();

  function openOf(date: DateNumber): number {
    const distance = date - start.date;
    for (let next = after.length; next <= distance; next += 1)
      after.push(walkDay(start.date + next - 1, after[next - 1] ?? 0).at(-1) ?? 0);
    // Before its start the walk is drawn backwards, so that it arrives there.
    for (let next = before.length; next <= -distance; next += 1)
      before.push((before[next - 1] ?? 0) / (walkDay(start.date - next, 1).at(-1) ?? 1));
    return (distance < 0 ? before[-distance] : after[distance]) ?? 0;
  }

  function walkDay(date: DateNumber, open: number): Float64Array {
    const { day, startsAt, endsAt } = marketDayOf(date);
    const count = (endsAt - startsAt) / hourMs;
    const drawn = drawNumbers(keyOf(day), { purpose: 'hour', code, month: 0, unit: 0 }, count);
    const values = new Float64Array(count + 1);
    values[0] = open;
    for (const [index, word] of drawn.entries())
      values[index + 1] = (values[index] ?? 0) * (1 + hourDeviation * normalOf(word));
    return values;
  }

  function hourAt(hour: number): WalkedHour {
    return remember(hours, hour, keptHours, () => {
      const day = marketDayAt(hour * hourMs);
      const ends = remember(days, day.date, keptDays, () => walkDay(day.date, openOf(day.date)));
      const index = hour - day.startsAt / hourMs;
      const [first, last] = [ends[index] ?? 0, ends[index + 1] ?? 0];
      const drawn = drawNumbers(keyOf(day.day), { purpose: 'minute', code, month: 0, unit: index }, minutesPerHour);
      const deviation = first * hourDeviation;
      const values = fillBridge(hourPlan, first, last, deviation / Math.sqrt(minutesPerHour), drawn);
      return { day, index, deviation, values };
    });
  }

  function makeMinute(minute: number): WalkedMinute {
    const hour = Math.floor(minute / minutesPerHour);
    const { day, index, deviation, values } = hourAt(hour);
    const inHour = minute - hour * minutesPerHour;
    const [first, last] = [values[inHour] ?? 0, values[inHour + 1] ?? 0];
    const frameDeviation = deviation / Math.sqrt(minutesPerHour * framesPerMinute);
    let frames: Float64Array | undefined;
    return {
      ...{ first, last, reach: minutePlan.reach * frameDeviation },
      frames() {
        if (frames) return frames;
        const unit = index * minutesPerHour + inHour;
        const drawn = drawNumbers(keyOf(day.day), { purpose: 'frame', code, month: 0, unit }, framesPerMinute);
        frames = fillBridge(minutePlan, first, last, frameDeviation, drawn);
        return frames;
      },
    };
  }

  return {
    openOf,
    minuteAt: (minute) => remember(minutes, minute, keptMinutes, () => makeMinute(minute)),
  };
}

function planBridge(steps: number): BridgePlan {
  const positions: number[] = [];
  const factors: number[] = [];
  const split = (from: number, to: number): number => {
    if (to - from < 2) return 0;
    const at = (from + to) >>> 1;
    const deviation = Math.sqrt(((at - from) * (to - at)) / (to - from));
    positions.push(from, at, to);
    factors.push((to - at) / (to - from), (at - from) / (to - from), deviation);
    return deviation * maxNormal + Math.max(split(from, at), split(at, to));
  };
  const reach = split(0, steps);
  return { steps, positions: Uint16Array.from(positions), factors: Float64Array.from(factors), reach };
}

/**
 * The values of a random walk from `first` to `last`, with one drawn number per middle. Given only its past, such a walk is a
 * plain random walk: neither end pulls it.
 */
function fillBridge(
  { steps, positions, factors }: BridgePlan,
  first: number,
  last: number,
  stepDeviation: number,
  drawn: Uint32Array,
): Float64Array {
  const values = new Float64Array(steps + 1);
  values[0] = first;
  values[steps] = last;
  for (let index = 0; index < positions.length; index += 3) {
    const at = positions[index + 1] as number;
    const chord =
      (values[positions[index] as number] as number) * (factors[index] as number) +
      (values[positions[index + 2] as number] as number) * (factors[index + 1] as number);
    values[at] = chord + stepDeviation * (factors[index + 2] as number) * normalOf(drawn[at] as number);
  }
  return values;
}
