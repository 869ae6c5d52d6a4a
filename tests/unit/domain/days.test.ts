import { describe, expect, test } from 'vitest';
import { advancePeriod } from '../../../src/domain/account/engine.ts';
import type { AccountRules } from '../../../src/domain/rules/types.ts';
import { at, buy, close, dayTrade, entryTicks, mark, outcome, played, reset, sell, trailing } from './support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';
const wednesday = '2026-11-18';
const friday = '2026-11-20';
const bought = buy(at(monday, '10:00'), entryTicks);
const soft: AccountRules = {
  ...trailing,
  drawdown: { mode: 'none' },
  dailyLoss: { mode: 'soft', limitCents: 100_000 },
};
const hard: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };

describe('a soft daily limit', () => {
  test('locks the day at the limit, open profit included, and not the account', () => {
    const state = played(soft, bought, mark(at(monday, '10:30'), entryTicks - 80));
    expect(state).toMatchObject({ status: 'locked', breach: null, dailyFloorCents: 4_900_000 });
  });

  test('is still locked when the loss was made up, and after the close', () => {
    const state = played(soft, dayTrade(monday, -1_000), dayTrade(monday, 2_000), close(monday));
    expect(state.status).toBe('locked');
  });

  test('is lifted by the next trading day, which has the whole limit again', () => {
    const state = played(soft, dayTrade(monday, -1_500), close(monday), buy(at(monday, '17:00'), entryTicks));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 4_750_000 });
  });

  test('is lifted on Sunday evening after a Friday, not at midnight', () => {
    const locked = played(soft, dayTrade(friday, -1_000));
    expect(advancePeriod(soft, locked, at('2026-11-20', '16:59')).status).toBe('locked');
    expect(played(soft, dayTrade(friday, -1_000), buy(at('2026-11-22', '17:00'), entryTicks)).status).toBe('active');
    const late = played(soft, dayTrade(monday, -1_000), mark(at(tuesday, '00:30'), entryTicks));
    expect(late.status).toBe('active');
  });

  test('that was hit at night still holds in the morning of the same trading day', () => {
    const state = played(
      soft,
      buy(at(monday, '18:00'), entryTicks),
      sell(at(monday, '23:00'), entryTicks - 80),
      mark(at(tuesday, '09:00'), entryTicks),
    );
    expect(state).toMatchObject({ status: 'locked', days: [{ day: tuesday, fills: 2 }] });
  });
});

describe('a hard daily limit', () => {
  test('ends the account', () => {
    const state = played(hard, bought, mark(at(monday, '10:30'), entryTicks - 80));
    expect(state.breach).toMatchObject({ rule: 'daily-loss', floorCents: 4_900_000, equityCents: 4_900_000 });
  });

  test('counts from the balance the day began with', () => {
    const state = played(hard, dayTrade(monday, 500), dayTrade(tuesday, -987.5));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 4_950_000, balanceCents: 4_951_250 });
  });
});

describe('a fill that crosses both floors', () => {
  const gap = mark(at(wednesday, '10:30'), entryTicks - 400);
  const open = buy(at(wednesday, '10:00'), entryTicks);

  test('is held against the daily one where that is the higher', () => {
    expect(played(hard, open, gap).breach).toMatchObject({
      rule: 'daily-loss',
      floorCents: 4_900_000,
      equityCents: 4_500_000,
    });
  });

  test('is held against the maximum one where that is the higher', () => {
    const state = played(hard, dayTrade(monday, -987.5), dayTrade(tuesday, -500), open, gap);
    expect(state.breach).toMatchObject({ rule: 'max-loss', floorCents: 4_800_000 });
  });

  test('is held against the maximum one where they are equal', () => {
    const state = played(hard, dayTrade(monday, -987.5), dayTrade(tuesday, -12.5), open, gap);
    expect(state).toMatchObject({ dailyFloorCents: 4_800_000, breach: { rule: 'max-loss' } });
  });

  test('only locks the day where the higher is a soft daily one; equity still below the maximum floor then ends it', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'soft', limitCents: 100_000 } };
    expect(played(rules, open, gap)).toMatchObject({ status: 'locked', breach: null });
    const next = mark(at(wednesday, '10:31'), entryTicks - 400);
    expect(played(rules, open, gap, next).breach).toMatchObject({ rule: 'max-loss', at: at(wednesday, '10:31') });
  });
});

describe('the close of a day', () => {
  test('is made up for by the first event of a later day', () => {
    const next = mark(at(tuesday, '09:00'), entryTicks);
    const told = played(trailing, dayTrade(monday, 1_000), close(monday), next);
    expect(outcome(played(trailing, dayTrade(monday, 1_000), next))).toEqual(outcome(told));
    expect(told).toMatchObject({ floorCents: 4_900_000, days: [{ day: monday, closed: true }, { day: tuesday }] });
  });

  test('is the same moment whenever it is told: the session’s own close', () => {
    const late = { ...close(monday), at: at(tuesday, '03:00') };
    const rules: AccountRules = { ...trailing, targetCents: 100_000 };
    expect(played(rules, dayTrade(monday, 1_000), late).passedAt).toBe(at(monday, '16:00'));
    expect(played(rules, dayTrade(friday, 1_000), mark(at('2026-11-22', '17:00'), 1)).passedAt).toBe(
      at(friday, '16:00'),
    );
    expect(played(rules, dayTrade('2026-11-27', 1_000), close('2026-11-27')).passedAt).toBe(at('2026-11-27', '12:15'));
  });

  test('told twice changes nothing, and neither does one of an earlier day', () => {
    const once = played(trailing, dayTrade(monday, 1_000), close(monday), dayTrade(tuesday, -100), close(tuesday));
    const again = [close(monday), close(tuesday)].map((event) => ({ ...event, at: at(tuesday, '16:05') }));
    const twice = played(
      trailing,
      dayTrade(monday, 1_000),
      close(monday),
      dayTrade(tuesday, -100),
      close(tuesday),
      again,
    );
    expect({ ...outcome(twice), lastEventAt: 0 }).toEqual({ ...outcome(once), lastEventAt: 0 });
  });

  test('without a trade leaves no trace behind it', () => {
    const plain = played(trailing, dayTrade(monday, 100), dayTrade(wednesday, 100));
    const told = played(trailing, dayTrade(monday, 100), close(monday), close(tuesday), dayTrade(wednesday, 100));
    expect(outcome(told)).toEqual(outcome(plain));
    expect(told.days.map(({ day }) => day)).toEqual([monday, wednesday]);
  });

  test('of a day that the exchange does not have, or that has not begun, is ignored', () => {
    const before = played(trailing, dayTrade(friday, 100));
    const saturday = close('2026-11-21');
    const tooEarly = { ...close('2026-11-25'), at: at(friday, '12:00') };
    expect(played(trailing, dayTrade(friday, 100), saturday, tooEarly).days).toEqual(before.days);
  });

  test('is final: a fill that comes after it counts for the next day', () => {
    const late = sell(at(monday, '15:59'), entryTicks + 8);
    const state = played(trailing, bought, close(monday), late);
    expect(state.days).toMatchObject([
      { day: monday, fills: 1, profitCents: 0, closed: true },
      { day: tuesday, fills: 1, profitCents: 10_000, closed: false },
    ]);
  });

  test('the evening belongs to the next day and a holiday’s session to the day after', () => {
    const state = played(trailing, buy(at(monday, '17:00'), 100), sell(at('2026-11-26', '10:00'), 100));
    expect(state.days.map(({ day }) => day)).toEqual([tuesday, '2026-11-27']);
  });
});

describe('passing', () => {
  const rules: AccountRules = { ...trailing, targetCents: 100_000, minimumDays: 2 };

  test('comes at a close and not before', () => {
    const traded = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500)];
    expect(played(rules, traded).status).toBe('active');
    expect(played(rules, traded, close(tuesday))).toMatchObject({ status: 'passed', passedAt: at(tuesday, '16:00') });
  });

  test('needs the days, and a day needs a fill', () => {
    expect(played(rules, dayTrade(monday, 1_000), close(monday), close(tuesday)).status).toBe('active');
    const second = buy(at(tuesday, '10:00'), 100);
    expect(played(rules, dayTrade(monday, 1_000), second, sell(at(tuesday, '10:01'), 100), close(tuesday)).status).toBe(
      'passed',
    );
  });

  test('needs closed positions', () => {
    const open = [...dayTrade(monday, 1_500), buy(at(tuesday, '10:00'), 100), close(tuesday)];
    expect(played(rules, open).status).toBe('active');
    expect(played(rules, open, sell(at(wednesday, '10:00'), 100), close(wednesday)).status).toBe('passed');
  });

  test('is not possible without a target', () => {
    expect(
      played({ ...rules, targetCents: null }, dayTrade(monday, 5_000), dayTrade(tuesday, 5_000), close(tuesday)).status,
    ).toBe('active');
  });

  test('waits for consistency, which never ends an account', () => {
    const half: AccountRules = { ...rules, targetCents: 300_000, consistencyBps: 5_000 };
    const uneven = [...dayTrade(monday, 2_500), ...dayTrade(tuesday, 500), close(tuesday)];
    expect(played(half, uneven)).toMatchObject({ status: 'active', breach: null });
    expect(played(half, uneven, dayTrade(wednesday, 1_987.5), close(wednesday)).status).toBe('active');
    expect(played(half, uneven, dayTrade(wednesday, 2_000), close(wednesday)).status).toBe('passed');
  });

  test('is kept, whatever comes later', () => {
    const passed = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500), close(tuesday)];
    const later = [...dayTrade(wednesday, -50_000), close(wednesday), reset(at(friday, '10:00'))];
    const state = played(rules, passed, later);
    expect({ ...outcome(state), lastEventAt: 0 }).toEqual({ ...outcome(played(rules, passed)), lastEventAt: 0 });
  });

  test('is not undone by a reset that comes before the message of the close', () => {
    const traded = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500)];
    expect(played(rules, traded, reset(at(wednesday, '09:00'))).status).toBe('passed');
  });
});
