import { describe, expect, test } from 'vitest';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, played, reset, sell, trailing } from '../support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';
const daily: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };

/** 160 ticks are the $2,000 to the floor. */
const lost = [buy(at(monday, '10:00'), entryTicks), sell(at(monday, '10:05'), entryTicks - 160)];
const breachAt = at(monday, '10:05');
const voided = (when: number, of = breachAt): AccountEvent => ({ type: 'breach-void', at: when, breachAt: of });

describe('a voided breach', () => {
  test('leaves balance, floor and days as they are, and what follows counts again', () => {
    const credited = [...lost, adjust(at(monday, '12:00'), 200_000, 'dispute'), voided(at(monday, '12:00'))];
    expect(played(trailing, credited)).toMatchObject({
      ...{ status: 'active', breach: null, balanceCents: 5_000_000, floorCents: 4_800_000 },
      days: [{ day: monday, fills: 2 }],
    });
    const later = played(trailing, credited, dayTrade(tuesday, 1_000), close(tuesday));
    expect(later).toMatchObject({ status: 'active', balanceCents: 5_100_000, floorCents: 4_900_000 });
  });

  test('gives the rest of the day its whole daily limit', () => {
    const state = played(daily, lost, adjust(at(monday, '12:00'), 200_000, 'dispute'), voided(at(monday, '12:00')));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 4_900_000 });
  });

  test('is not one that came later, or that a reset had ended', () => {
    expect(played(trailing, lost, voided(at(monday, '12:00'), breachAt - 1))).toMatchObject({ status: 'breached' });
    const again = [...lost, reset(at(monday, '11:00')), ...dayTrade(tuesday, -2_000), voided(at(tuesday, '12:00'))];
    expect(played(trailing, again)).toMatchObject({ status: 'breached', breach: { day: tuesday } });
  });
});
