import { decodeBase64Url, encodeBase64Url } from '#lib/base64url.ts';
import type { ReplayDay } from './daily-results.ts';

/** `cents` and `dollars` carry a day's result and lowest equity; `results` carries only its result, in dollars. */
export type DayPrecision = 'cents' | 'dollars' | 'results';

const dayMs = 86_400_000;
/** More than a link can hold; limits the work a forged link causes in a browser. */
export const maxDays = 2_000;

/** Encodes days as base64url of variable-length numbers: the first date, then date gaps, results and lowest points. */
export function encodeDays(days: readonly ReplayDay[], precision: DayPrecision): string {
  const bytes: number[] = [];
  let previous = 0;
  const unit = precision === 'cents' ? 1 : 100;
  for (const { day, resultCents, lowestCents } of days) {
    const date = Date.parse(day) / dayMs;
    const result = Math.round(resultCents / unit);
    writeNumber(bytes, date - previous);
    writeNumber(bytes, result < 0 ? -result * 2 - 1 : result * 2);
    if (precision !== 'results') writeNumber(bytes, Math.round(-lowestCents / unit));
    previous = date;
  }
  return encodeBase64Url(Uint8Array.from(bytes));
}

/** Undefined for malformed text; the values themselves aren't validated. */
export function decodeDays(
  text: string,
  precision: DayPrecision,
): readonly { readonly day: string; readonly resultCents: number; readonly lowestCents: number }[] | undefined {
  const bytes = decodeBase64Url(text);
  if (bytes === undefined) return undefined;
  const numbers = readNumbers(bytes);
  const perDay = precision === 'results' ? 2 : 3;
  if (numbers === undefined || numbers.length % perDay !== 0 || numbers.length / perDay > maxDays) return undefined;
  const unit = precision === 'cents' ? 1 : 100;
  const days = [];
  let date = 0;
  for (let index = 0; index < numbers.length; index += perDay) {
    date += numbers[index] ?? 0;
    const zigzag = numbers[index + 1] ?? 0;
    const result = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    const at = new Date(date * dayMs);
    if (Number.isNaN(at.getTime())) return undefined;
    const lowest = precision === 'results' ? Math.min(result, 0) : -(numbers[index + 2] ?? 0);
    days.push({ day: at.toISOString().slice(0, 10), resultCents: result * unit + 0, lowestCents: lowest * unit + 0 });
  }
  return days;
}

/** Seven bits per byte; the highest bit says that more follow. */
function writeNumber(bytes: number[], value: number): void {
  let remaining = value;
  while (remaining >= 128) {
    bytes.push((remaining % 128) + 128);
    remaining = Math.floor(remaining / 128);
  }
  bytes.push(remaining);
}

function readNumbers(bytes: Uint8Array): readonly number[] | undefined {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    scale *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    scale = 1;
  }
  return scale === 1 ? numbers : undefined;
}
