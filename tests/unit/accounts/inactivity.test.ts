import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { closesWithinPaidPeriod, firstInactivityCheck, planInactivity } from '#shared/accounts/inactivity.ts';

const terms = { pauseDays: 30, closeDays: 60, noticeDays: 7 };
const emptyRecord = { pauseNotifiedAt: null, pausedAt: null, closeNotifiedAt: null, closeAt: null };
/** Wednesday, 10:00 in Chicago, daylight saving time. */
const since = Date.UTC(2026, 2, 11, 15);
const once = { since, paid: null };
const at = (text: string) => Date.parse(`${text}Z`);

describe('an account paid for once', () => {
  test('pauses 30 and closes 60 calendar days after the trading day, at 17:00 in Chicago', () => {
    expect(planInactivity(terms, once, emptyRecord, since)).toEqual({
      step: 'none',
      pauseAt: at('2026-04-10T22:00'),
      closeAt: at('2026-05-10T22:00'),
      nextAt: at('2026-04-02T22:00'),
    });
    expect(firstInactivityCheck(terms, since)).toBe(at('2026-04-02T22:00'));
  });

  test('a trade after the close counts for the next trading day, and one on a Saturday for Monday', () => {
    expect(planInactivity(terms, { ...once, since: at('2026-03-11T22:30') }, emptyRecord, since).pauseAt).toBe(
      at('2026-04-11T22:00'),
    );
    expect(planInactivity(terms, { ...once, since: at('2026-03-14T15:00') }, emptyRecord, since).pauseAt).toBe(
      at('2026-04-15T22:00'),
    );
  });

  test('the day ends at 17:00 in both winter and summer time', () => {
    const winter = at('2026-02-20T15:00');
    // February 20 is in winter time, March 22 in summer time.
    expect(planInactivity(terms, { ...once, since: winter }, emptyRecord, winter).pauseAt).toBe(at('2026-03-22T22:00'));
  });

  test('each step is announced first and follows its announcement', () => {
    const steps = (record: Partial<typeof emptyRecord> | object, now: string) =>
      planInactivity(terms, once, { ...emptyRecord, ...record }, at(now)).step;
    expect(steps({}, '2026-04-02T21:59')).toBe('none');
    expect(steps({}, '2026-04-02T22:00')).toBe('announce-pause');
    const announced = { pauseNotifiedAt: at('2026-04-02T22:01') };
    expect(steps(announced, '2026-04-10T21:59')).toBe('none');
    expect(steps(announced, '2026-04-10T22:00')).toBe('pause');
    const paused = { ...announced, pausedAt: at('2026-04-10T22:00') };
    expect(steps(paused, '2026-05-02T21:59')).toBe('none');
    expect(steps(paused, '2026-05-02T22:00')).toBe('announce-close');
    const closing = { ...paused, closeNotifiedAt: at('2026-05-02T22:01'), closeAt: at('2026-05-10T22:00') };
    expect(steps(closing, '2026-05-10T21:59')).toBe('none');
    expect(steps(closing, '2026-05-10T22:00')).toBe('close');
  });

  test('a full seven days still follow the announcement after server downtime', () => {
    const late = planInactivity(terms, once, emptyRecord, at('2026-07-01T03:00'));
    expect(late.step).toBe('announce-close');
    // July 8, 03:00 is 22:00 on the 7th in Chicago: the next 17:00 is on the 8th.
    expect(late.closeAt).toBe(at('2026-07-08T22:00'));
    const record = { ...emptyRecord, closeNotifiedAt: at('2026-07-01T03:00'), closeAt: at('2026-07-08T22:00') };
    expect(planInactivity(terms, once, record, at('2026-07-08T21:59')).step).toBe('none');
    expect(planInactivity(terms, once, record, at('2026-07-08T22:00')).step).toBe('close');
  });
});

describe('a close missed in an outage', () => {
  const closeAt = at('2026-05-10T22:00');
  const record = {
    ...{ pauseNotifiedAt: at('2026-04-02T22:01'), pausedAt: at('2026-04-10T22:00') },
    ...{ closeNotifiedAt: at('2026-05-02T22:01'), closeAt },
  };
  const sixHours = 6 * hourMs;

  test('is caught up within six hours, and announced again after that', () => {
    expect(planInactivity(terms, once, record, closeAt + sixHours).step).toBe('close');
    // Seven days later it is 23:00 in Chicago: the next 17:00 is on the 18th.
    expect(planInactivity(terms, once, record, closeAt + sixHours + 1)).toMatchObject({
      ...{ step: 'announce-close', closeAt: at('2026-05-18T22:00') },
    });
  });

  test('is caught up at any time if another month would be charged otherwise', () => {
    const until = at('2026-05-11T15:00');
    const paid = { anchorAt: since, until, billingInterval: 'monthly', renews: true } as const;
    const plan = planInactivity(terms, { since, paid }, { ...record, closeAt: until }, until + 2 * sixHours);
    expect(plan).toMatchObject({ step: 'close', closeAt: until });
  });
});

test('a notice period that ends exactly at 17:00 is complete', () => {
  expect(planInactivity(terms, once, emptyRecord, at('2026-07-01T22:00')).closeAt).toBe(at('2026-07-08T22:00'));
  expect(planInactivity(terms, once, emptyRecord, at('2026-07-01T22:01')).closeAt).toBe(at('2026-07-09T22:00'));
});

test('an account isn’t charged again if it closes by the end of the paid period', () => {
  expect([closesWithinPaidPeriod(5, 5), closesWithinPaidPeriod(6, 5), closesWithinPaidPeriod(null, 5)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a monthly evaluation', () => {
  const paid = { anchorAt: since, until: at('2026-04-11T15:00'), billingInterval: 'monthly', renews: true } as const;

  test('closes at the first end of a paid month on or after day 60', () => {
    expect(planInactivity(terms, { since, paid }, emptyRecord, since).closeAt).toBe(at('2026-05-11T15:00'));
  });

  test('keeps a month that was paid ahead', () => {
    const ahead = { ...paid, until: at('2026-06-11T15:00') };
    expect(planInactivity(terms, { since, paid: ahead }, emptyRecord, since).closeAt).toBe(at('2026-06-11T15:00'));
  });

  test('is announced again if its owner pays ahead after the announcement', () => {
    const record = { ...emptyRecord, closeNotifiedAt: at('2026-05-03T15:00'), closeAt: at('2026-05-11T15:00') };
    const ahead = { ...paid, until: at('2026-06-11T15:00') };
    const plan = planInactivity(terms, { since, paid: ahead }, record, at('2026-05-11T15:00'));
    expect([plan.step, plan.closeAt]).toEqual(['none', at('2026-06-11T15:00')]);
    expect(planInactivity(terms, { since, paid: ahead }, record, at('2026-06-03T15:00')).step).toBe('announce-close');
  });

  test('closes on the sixtieth day if a paid month ends then', () => {
    const until = at('2026-05-10T22:00');
    const ending = { ...paid, anchorAt: at('2026-03-10T22:00'), until };
    expect(planInactivity(terms, { since, paid: ending }, emptyRecord, since).closeAt).toBe(until);
  });

  test('has no steps left once it is canceled and paused', () => {
    const record = { ...emptyRecord, pauseNotifiedAt: at('2026-04-02T22:01'), pausedAt: at('2026-04-10T22:00') };
    expect(
      planInactivity(terms, { since, paid: { ...paid, renews: false } }, record, at('2026-04-11T15:00')),
    ).toMatchObject({ step: 'none', closeAt: null, nextAt: null });
  });

  test('ends by itself once it is canceled', () => {
    const plan = planInactivity(terms, { since, paid: { ...paid, renews: false } }, emptyRecord, since);
    expect([plan.closeAt, plan.nextAt]).toEqual([null, at('2026-04-02T22:00')]);
  });
});
