import { describe, expect, test } from 'vitest';
import { advancePeriod, createState } from '#shared/accounts/engine.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { isCurrentDay, type TradingDay } from '#shared/exchange/trading-day.ts';
import { at, buy, close, dayTrade, entryTicks, mark, outcome, played, reset, sell, trailing } from '../support.ts';

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

describe('soft daily limit', () => {
  test('reaching the limit, open profit included, locks the day but not the account', () => {
    const state = played(soft, bought, mark(at(monday, '10:30'), entryTicks - 80));
    expect(state).toMatchObject({ status: 'locked', breach: null, dailyFloorCents: 4_900_000 });
  });

  test('the lock outlasts a recovered loss and the close', () => {
    const state = played(soft, dayTrade(monday, -1_000), dayTrade(monday, 2_000), close(monday));
    expect(state.status).toBe('locked');
  });

  test('the next trading day lifts the lock and restores the full limit', () => {
    const state = played(soft, dayTrade(monday, -1_500), close(monday), buy(at(monday, '17:00'), entryTicks));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 4_750_000 });
  });

  test('a Friday lock lifts on Sunday evening, not at midnight', () => {
    const locked = played(soft, dayTrade(friday, -1_000));
    expect(advancePeriod(soft, locked, at('2026-11-20', '16:59')).status).toBe('locked');
    expect(played(soft, dayTrade(friday, -1_000), buy(at('2026-11-22', '17:00'), entryTicks)).status).toBe('active');
    const late = played(soft, dayTrade(monday, -1_000), mark(at(tuesday, '00:30'), entryTicks));
    expect(late.status).toBe('active');
  });

  test('a lock at night still applies the next morning of the same trading day', () => {
    const state = played(
      soft,
      buy(at(monday, '18:00'), entryTicks),
      sell(at(monday, '23:00'), entryTicks - 80),
      mark(at(tuesday, '09:00'), entryTicks),
    );
    expect(state).toMatchObject({ status: 'locked', days: [{ day: tuesday, fills: 2 }] });
  });
});

describe('hard daily limit', () => {
  test('reaching the limit ends the account', () => {
    const state = played(hard, bought, mark(at(monday, '10:30'), entryTicks - 80));
    expect(state.breach).toMatchObject({ rule: 'daily-loss', floorCents: 4_900_000, equityCents: 4_900_000 });
  });

  test('the limit counts from the balance at the start of the day', () => {
    const state = played(hard, dayTrade(monday, 500), dayTrade(tuesday, -987.5));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 4_950_000, balanceCents: 4_951_250 });
  });
});

describe('a fill that crosses both floors', () => {
  const gap = mark(at(wednesday, '10:30'), entryTicks - 400);
  const open = buy(at(wednesday, '10:00'), entryTicks);

  test('the daily floor decides if it is higher', () => {
    expect(played(hard, open, gap).breach).toMatchObject({
      rule: 'daily-loss',
      floorCents: 4_900_000,
      equityCents: 4_500_000,
    });
  });

  test('the maximum floor decides if it is higher', () => {
    const state = played(hard, dayTrade(monday, -987.5), dayTrade(tuesday, -500), open, gap);
    expect(state.breach).toMatchObject({ rule: 'max-loss', floorCents: 4_800_000 });
  });

  test('the maximum floor decides if both are equal', () => {
    const state = played(hard, dayTrade(monday, -987.5), dayTrade(tuesday, -12.5), open, gap);
    expect(state).toMatchObject({ dailyFloorCents: 4_800_000, breach: { rule: 'max-loss' } });
  });

  test('a higher soft daily floor only locks the day, and equity still below the maximum floor then ends the account', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'soft', limitCents: 100_000 } };
    expect(played(rules, open, gap)).toMatchObject({ status: 'locked', breach: null });
    const next = mark(at(wednesday, '10:31'), entryTicks - 400);
    expect(played(rules, open, gap, next).breach).toMatchObject({ rule: 'max-loss', at: at(wednesday, '10:31') });
  });
});

describe('closing a day', () => {
  test('the first event of a later day closes a day that was left open', () => {
    const next = mark(at(tuesday, '09:00'), entryTicks);
    const state = played(trailing, dayTrade(monday, 1_000), close(monday), next);
    expect(outcome(played(trailing, dayTrade(monday, 1_000), next))).toEqual(outcome(state));
    expect(state).toMatchObject({ floorCents: 4_900_000, days: [{ day: monday, closed: true }, { day: tuesday }] });
  });

  test('a day closes at its session’s close, whenever the message arrives', () => {
    const late = { ...close(monday), at: at(tuesday, '03:00') };
    const rules: AccountRules = { ...trailing, targetCents: 100_000 };
    expect(played(rules, dayTrade(monday, 1_000), late).passedAt).toBe(at(monday, '16:00'));
    expect(played(rules, dayTrade(friday, 1_000), mark(at('2026-11-22', '17:00'), 1)).passedAt).toBe(
      at(friday, '16:00'),
    );
    expect(played(rules, dayTrade('2026-11-27', 1_000), close('2026-11-27')).passedAt).toBe(at('2026-11-27', '13:45'));
  });

  test('a repeated close or one for an earlier day changes nothing', () => {
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

  test('closing a day without a trade leaves no trace', () => {
    const plain = played(trailing, dayTrade(monday, 100), dayTrade(wednesday, 100));
    const state = played(trailing, dayTrade(monday, 100), close(monday), close(tuesday), dayTrade(wednesday, 100));
    expect(outcome(state)).toEqual(outcome(plain));
    expect(state.days.map(({ day }) => day)).toEqual([monday, wednesday]);
  });

  test('closing a day without a session or a future day is ignored', () => {
    const before = played(trailing, dayTrade(friday, 100));
    const saturday = close('2026-11-21');
    const tooEarly = { ...close('2026-11-25'), at: at(friday, '12:00') };
    expect(played(trailing, dayTrade(friday, 100), saturday, tooEarly).days).toEqual(before.days);
  });

  test('a close is final, and a later fill counts for the next day', () => {
    const late = sell(at(monday, '15:59'), entryTicks + 8);
    const state = played(trailing, bought, close(monday), late);
    expect(state.days).toMatchObject([
      { day: monday, fills: 1, profitCents: 0, closed: true },
      { day: tuesday, fills: 1, profitCents: 10_000, closed: false },
    ]);
  });

  test('a fill in the hour after the close counts for the next day, even before the close message arrives', () => {
    const state = played(trailing, bought, sell(at(monday, '16:00'), entryTicks + 8), close(monday));
    expect(state.days).toMatchObject([
      { day: monday, fills: 1, profitCents: 0, closed: true },
      { day: tuesday, fills: 1, profitCents: 10_000, closed: false },
    ]);
    expect(isCurrentDay(tuesday as TradingDay, at(monday, '16:30'))).toBe(true);
  });

  test('a day stays the current one until the next opens', () => {
    expect(isCurrentDay(monday as TradingDay, at(monday, '16:59'))).toBe(true);
    expect(isCurrentDay(monday as TradingDay, at(monday, '17:00'))).toBe(false);
  });

  test('the evening belongs to the next day, and a holiday session to the day after', () => {
    const state = played(trailing, buy(at(monday, '17:00'), 100), sell(at('2026-11-26', '10:00'), 100));
    expect(state.days.map(({ day }) => day)).toEqual([tuesday, '2026-11-27']);
  });
});

describe('passing', () => {
  const rules: AccountRules = { ...trailing, targetCents: 100_000, minimumDays: 2 };

  test('an account passes at a close and not before', () => {
    const traded = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500)];
    expect(played(rules, traded).status).toBe('active');
    expect(played(rules, traded, close(tuesday))).toMatchObject({ status: 'passed', passedAt: at(tuesday, '16:00') });
  });

  test('passing needs enough trading days, and a trading day needs a fill', () => {
    expect(played(rules, dayTrade(monday, 1_000), close(monday), close(tuesday)).status).toBe('active');
    const second = buy(at(tuesday, '10:00'), 100);
    expect(played(rules, dayTrade(monday, 1_000), second, sell(at(tuesday, '10:01'), 100), close(tuesday)).status).toBe(
      'passed',
    );
  });

  test('passing needs closed positions', () => {
    const open = [...dayTrade(monday, 1_500), buy(at(tuesday, '10:00'), 100), close(tuesday)];
    expect(played(rules, open).status).toBe('active');
    expect(played(rules, open, sell(at(wednesday, '10:00'), 100), close(wednesday)).status).toBe('passed');
  });

  test('an account without a target cannot pass', () => {
    expect(
      played({ ...rules, targetCents: null }, dayTrade(monday, 5_000), dayTrade(tuesday, 5_000), close(tuesday)).status,
    ).toBe('active');
  });

  test('consistency delays a pass and never ends an account', () => {
    const half: AccountRules = { ...rules, targetCents: 300_000, consistencyBps: 5_000 };
    const uneven = [...dayTrade(monday, 2_500), ...dayTrade(tuesday, 500), close(tuesday)];
    expect(played(half, uneven)).toMatchObject({ status: 'active', breach: null });
    expect(played(half, uneven, dayTrade(wednesday, 1_987.5), close(wednesday)).status).toBe('active');
    expect(played(half, uneven, dayTrade(wednesday, 2_000), close(wednesday)).status).toBe('passed');
  });

  test('a pass is kept whatever happens later', () => {
    const passed = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500), close(tuesday)];
    const later = [...dayTrade(wednesday, -50_000), close(wednesday), reset(at(friday, '10:00'))];
    const state = played(rules, passed, later);
    expect({ ...outcome(state), lastEventAt: 0 }).toEqual({ ...outcome(played(rules, passed)), lastEventAt: 0 });
  });

  test('a reset before the close message does not undo a pass', () => {
    const traded = [...dayTrade(monday, 500), ...dayTrade(tuesday, 500)];
    expect(played(rules, traded, reset(at(wednesday, '09:00'))).status).toBe('passed');
  });
});

describe('a time without an event', () => {
  const open = played(trailing, bought);

  test('changes nothing on the same trading day, before the first event or after a pass', () => {
    const passed = played({ ...trailing, targetCents: 10_000 }, dayTrade(monday, 1_000), close(monday));
    expect(passed.status).toBe('passed');
    expect(advancePeriod(trailing, passed, at(friday, '10:00'))).toBe(passed);
    expect(advancePeriod(trailing, open, at(monday, '16:59'))).toBe(open);
    const fresh = createState(trailing);
    expect(advancePeriod(trailing, fresh, at(friday, '10:00'))).toBe(fresh);
  });

  test('opens the next day from 17:00 and leaves the given state unchanged', () => {
    const copy = structuredClone(open);
    expect(advancePeriod(trailing, open, at(monday, '17:00')).days.map(({ day }) => day)).toEqual([monday, tuesday]);
    expect(open).toEqual(copy);
  });
});
