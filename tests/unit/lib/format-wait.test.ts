import { expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { formatWait } from '#lib/format-wait.ts';

test.each([
  ['en', 0, '0m'],
  ['en', 59_000, '0m'],
  ['en', 12 * minuteMs, '12m'],
  ['en', 60 * minuteMs, '1h'],
  ['en', 200 * minuteMs, '3h 20m'],
  ['en', (3 * 1_440 + 240) * minuteMs, '3d 4h'],
  ['en', (40 * 1_440 + 59) * minuteMs, '40d'],
  ['fr', (3 * 1_440 + 240) * minuteMs, '3\u202fj 4\u202fh'],
  ['pt', 105 * minuteMs, '1 h 45 min'],
])('in %s, a wait of %i ms reads %s', (locale, ms, text) => {
  expect(formatWait(ms, locale)).toBe(text);
});
