import { describe, expect, test } from 'vitest';
import { getAccountRules, getCatalog } from '../../../src/content/catalog.ts';
import { getTradingDay } from '../../../src/domain/calendar/trading-day.ts';
import { runWhatIfDays } from '../../../src/domain/what-if/run-days.ts';

const first = getTradingDay('2026-10-05');
const rulesOf = (programme: 'classic' | 'ascension' | 'merit') => getAccountRules(getCatalog(), 'v1', programme, '50K');
const classic = rulesOf('classic');
const startCents = classic.startingBalanceCents;
const maxLossCents = classic.drawdown.mode === 'none' ? 0 : classic.drawdown.maxLossCents;

describe('drawn days', () => {
  test('a day ends flat with the result of its last hour, and a new best close lifts the floor', () => {
    const { state, points } = runWhatIfDays(classic, first, [[150, -200, 600, 400]]);
    expect(state.positions).toEqual([]);
    expect(state.balanceCents - startCents).toBe(40_000);
    expect(state.floorCents).toBe(startCents + 40_000 - maxLossCents);
    expect(points.at(-1)).toEqual({ equityCents: state.balanceCents, floorCents: state.floorCents });
  });

  test('a line that meets the floor ends the account, and nothing trades afterwards', () => {
    const dollars = maxLossCents / 100;
    const { state } = runWhatIfDays(classic, first, [[-dollars - 100, 500], [500]]);
    expect(state.breach).toMatchObject({ rule: 'max-loss', day: first });
    expect(state.days).toHaveLength(1);
    expect(state.balanceCents).toBeLessThan(startCents);
  });

  test('a soft limit closes the day, and the next day trades', () => {
    const merit = rulesOf('merit');
    const dollars = merit.dailyLoss.mode === 'soft' ? merit.dailyLoss.limitCents / 100 : 0;
    const locked = runWhatIfDays(merit, first, [[-dollars - 100, 900]]);
    expect(locked.lockedAt).not.toBeNull();
    expect(locked.state.balanceCents).toBeLessThan(startCents);
    const next = runWhatIfDays(merit, first, [[-dollars - 100, 900], [200]]);
    expect(next.lockedAt).toBeNull();
    expect(next.state.balanceCents).toBe(locked.state.balanceCents + 20_000);
  });

  test('an account passes once every requirement is met, and not before', () => {
    const ascension = rulesOf('ascension');
    const half = (ascension.targetCents ?? 0) / 200;
    expect(runWhatIfDays(ascension, first, [[half]]).state.status).toBe('active');
    expect(runWhatIfDays(ascension, first, [[half], [half], [half]]).state.status).toBe('passed');
  });
});
