import { remember } from '#lib/remember.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { type DrawnSeries, drawNumbers } from './keystream.ts';
import { marketDayAt } from './market-day.ts';
import { type DayKeys, framesPerMinute, hourMs, minuteMs, minutesPerHour } from './walk.ts';

/** Contracts traded from the start of a minute, hour or day up to each of its parts: whole, and never falling. */
type Totals = Float64Array;

export type Volume = {
  /** The volume of the frames from `first` up to `end`. */
  readonly sum: (first: number, end: number) => number;
};

const keptDays = 8;
const keptHours = 8;
const keptMinutes = 16;

/** @param perFrame the mean */
export function createVolume(keyOf: DayKeys, code: InstrumentCode, month: ContractMonth, perFrame: number): Volume {
  const days = new Map<number, Totals>();
  const hours = new Map<number, Totals>();
  const minutes = new Map<number, Totals>();

  function draw(atMs: number, purpose: DrawnSeries['purpose'], unit: number, count: number): Uint32Array {
    return drawNumbers(keyOf(marketDayAt(atMs).day), { purpose, code, month: monthNumber(month), unit }, count);
  }

  function dayAt(atMs: number): Totals {
    const { date, startsAt, endsAt } = marketDayAt(atMs);
    return remember(days, date, keptDays, () => {
      const count = (endsAt - startsAt) / hourMs;
      const [first = 0, ...drawn] = draw(atMs, 'hour-volume', 0, count + 1);
      const total = Math.floor(perFrame * count * minutesPerHour * framesPerMinute * (0.75 + shareOf(first) / 2));
      return split(total, drawn, 0.5);
    });
  }

  function hourAt(atMs: number): Totals {
    const hour = Math.floor(atMs / hourMs);
    return remember(hours, hour, keptHours, () => {
      const index = hour - marketDayAt(atMs).startsAt / hourMs;
      const ends = dayAt(atMs);
      const total = (ends[index + 1] ?? 0) - (ends[index] ?? 0);
      return split(total, draw(atMs, 'minute-volume', index, minutesPerHour), 0.3);
    });
  }

  function minuteAt(minute: number): Totals {
    return remember(minutes, minute, keptMinutes, () => {
      const atMs = minute * minuteMs;
      const ends = hourAt(atMs);
      const index = minute % minutesPerHour;
      const total = (ends[index + 1] ?? 0) - (ends[index] ?? 0);
      const unit = minute - marketDayAt(atMs).startsAt / minuteMs;
      return split(total, draw(atMs, 'frame-volume', unit, framesPerMinute), 0.05);
    });
  }

  return {
    sum(first, end) {
      let sum = 0;
      for (let from = first; from < end; ) {
        const minute = Math.floor(from / framesPerMinute);
        const start = minute * framesPerMinute;
        const to = Math.min(end, start + framesPerMinute);
        if (to - from === framesPerMinute) {
          const ends = hourAt(minute * minuteMs);
          const index = minute % minutesPerHour;
          sum += (ends[index + 1] ?? 0) - (ends[index] ?? 0);
        } else {
          const ends = minuteAt(minute);
          sum += (ends[to - start] ?? 0) - (ends[from - start] ?? 0);
        }
        from = to;
      }
      return sum;
    },
  };
}

export function monthNumber(month: ContractMonth): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return year * 12 + number;
}

const shareOf = (word: number) => word / 2 ** 32;

/** @param least the smallest part's weight; the largest one's is 1 + `least` */
function split(total: number, drawn: ArrayLike<number>, least: number): Totals {
  const weights = new Float64Array(drawn.length + 1);
  for (let index = 0; index < drawn.length; index += 1)
    weights[index + 1] = (weights[index] ?? 0) + least + shareOf(drawn[index] ?? 0) ** 3;
  const whole = weights[drawn.length] ?? 1;
  // The last division can round the whole down.
  return weights.map((weight, index) => (index === drawn.length ? total : Math.floor((total * weight) / whole)));
}
