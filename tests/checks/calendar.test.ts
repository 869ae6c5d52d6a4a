import { expect, test } from 'vitest';
import { holidays, holidaysKnownUntil } from '../../src/domain/calendar/holidays.ts';

test('the exchange’s holidays are listed for the next year', () => {
  const oneYearAhead = Date.now() + 365 * 86_400_000;
  expect(Date.parse(holidaysKnownUntil), 'add the next year’s holidays').toBeGreaterThan(oneYearAhead);
  expect([...holidays.keys()].every((date) => date <= holidaysKnownUntil)).toBe(true);
});
