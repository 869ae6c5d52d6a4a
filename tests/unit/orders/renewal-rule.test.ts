import { describe, expect, test } from 'vitest';
import { periodEnd } from '#shared/orders/renewal.ts';
import { renewalRule } from '#shared/orders/renewal-rule.ts';

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The days of a rule after its first one, as a calendar works them out. */
function expand(rule: string, first: number, count: number): readonly string[] {
  const parts = new Map(
    rule
      .replace('RRULE:', '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  const start = new Date(first);
  const step = parts.get('FREQ') === 'MONTHLY' ? 1 : 12;
  const wanted = parts.get('BYMONTHDAY')?.split(',').map(Number) ?? [start.getUTCDate()];
  const found: string[] = [];
  for (let ahead = 1; found.length < count; ahead++) {
    const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead * step + 1, 0)).getUTCDate();
    const existing = wanted.map((each) => (each < 0 ? lastDay + 1 + each : each)).filter((each) => each <= lastDay);
    const chosen = parts.get('BYSETPOS') === '-1' ? existing.slice(-1) : existing;
    for (const each of chosen) {
      found.push(day(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead * step, each)));
    }
  }
  return found;
}

function schedule(anchorAt: number, first: number, interval: 'monthly' | 'yearly', count: number): readonly string[] {
  const days: string[] = [];
  for (let at = first; days.length < count; ) {
    at = periodEnd(anchorAt, at, interval);
    days.push(day(at));
  }
  return days;
}

describe('the calendar of a renewal', () => {
  test.each(Array.from({ length: 31 }, (_, index) => index + 1))(
    'shows for ten years the days on which a subscription of the %ith is charged, from whichever month it is read',
    (anchorDay) => {
      const anchorAt = Date.UTC(2026, 0, anchorDay, 9, 30);
      let first = anchorAt;
      for (let month = 0; month < 14; month++) {
        first = periodEnd(anchorAt, first, 'monthly');
        expect(expand(renewalRule(anchorAt, 'monthly'), first, 120)).toEqual(schedule(anchorAt, first, 'monthly', 120));
      }
    },
  );

  test('shows a yearly charge of February 29 on February 28 in the years between', () => {
    const anchorAt = Date.UTC(2028, 1, 29);
    expect(renewalRule(anchorAt, 'yearly')).toBe('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1');
    const first = periodEnd(anchorAt, anchorAt, 'yearly');
    expect(expand(renewalRule(anchorAt, 'yearly'), first, 10)).toEqual(schedule(anchorAt, first, 'yearly', 10));
    expect(schedule(anchorAt, first, 'yearly', 3)).toEqual(['2030-02-28', '2031-02-28', '2032-02-29']);
    expect(renewalRule(Date.UTC(2026, 1, 28), 'yearly')).toBe('RRULE:FREQ=YEARLY');
  });
});
