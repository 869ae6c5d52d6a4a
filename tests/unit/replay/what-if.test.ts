import { describe, expect, test } from 'vitest';
import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { runWhatIfDays } from '#shared/replay/what-if.ts';

const first = getTradingDay('2026-10-05');
const rulesOf = (program: 'classic' | 'ascension' | 'merit') => getAccountRules(getCatalog(), 'v1', program, '50K');
const classic = rulesOf('classic');
const startCents = classic.startingBalanceCents;
const maxLossCents = findMaxLoss(classic) ?? 0;

describe('sketched days', () => {
  test('a day ends flat with the result of its last hour, and a new best close raises the floor', () => {
    const { state, points } = runWhatIfDays(classic, first, [[150, -200, 600, 400]]);
    expect(state.positions).toEqual([]);
    expect(state.balanceCents - startCents).toBe(40_000);
    expect(state.floorCents).toBe(startCents + 40_000 - maxLossCents);
    expect(points.at(-1)).toEqual({ equityCents: state.balanceCents, floorCents: state.floorCents });
  });

  test('two contracts follow the line in quarter hours, at $25 a tick from 0 to +100 to −50', () => {
    const { points } = runWhatIfDays(classic, first, [[100, -50]]);
    const results = points.map(({ equityCents }) => (equityCents - startCents) / 100);
    expect(results).toEqual([0, 25, 50, 75, 100, 75, 25, 0, -50, -50, -50, -50, -50]);
    expect(new Set(points.map(({ floorCents }) => floorCents))).toEqual(new Set([startCents - maxLossCents]));
  });

  test('a day without a line opens and closes at the same price', () => {
    const { state, points } = runWhatIfDays(classic, first, [[]]);
    expect(state.positions).toEqual([]);
    expect(state.balanceCents).toBe(startCents);
    expect(points).toHaveLength(5);
  });

  test('a line that reaches the floor ends the account, and nothing is traded after it', () => {
    const dollars = maxLossCents / 100;
    const { state } = runWhatIfDays(classic, first, [[-dollars - 100, 500], [500]]);
    expect(state.breach).toMatchObject({ rule: 'max-loss', day: first });
    expect(state.days).toHaveLength(1);
    expect(state.balanceCents).toBeLessThan(startCents);
  });

  test('a soft limit closes the day, and trading resumes the next day', () => {
    const merit = rulesOf('merit');
    const dollars = (findDailyLimit(merit) ?? 0) / 100;
    const locked = runWhatIfDays(merit, first, [[-dollars - 100, 900]]);
    // Two hours and one more before 16:00 in Chicago: opened at 13:00, at the limit at 14:00.
    expect(locked.lockedAt).toBe(Date.parse('2026-10-05T14:00:00-05:00'));
    expect(locked.state.balanceCents).toBeLessThan(startCents);
    const next = runWhatIfDays(merit, first, [[-dollars - 100, 900], [200]]);
    expect(next.lockedAt).toBeNull();
    expect(next.state.balanceCents).toBe(locked.state.balanceCents + 20_000);
  });

  test('an account passes once every requirement is met and not before', () => {
    const ascension = rulesOf('ascension');
    const half = (ascension.targetCents ?? 0) / 200;
    expect(runWhatIfDays(ascension, first, [[half]]).state.status).toBe('active');
    const { state } = runWhatIfDays(ascension, first, [[half], [half], [half]]);
    expect(state.status).toBe('passed');
    expect(state.balanceCents, 'a passed account trades no further').toBe(startCents + (ascension.targetCents ?? 0));
  });
});
