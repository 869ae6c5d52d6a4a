import { describe, expect, test } from 'vitest';
import { findFloor } from '#shared/accounts/drawdown/registry.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import { findContractLimitCrossings } from '#shared/accounts/max-contracts.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, played, sell, trailing } from '../support.ts';

/** Worked examples that firms publish; each group names the page that its figures are from. */
const [monday, tuesday, wednesday, thursday, friday, nextMonday] = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-23',
] as const;
const traded = (date: string, amount: number) => [...dayTrade(date, amount), close(date)];
const open: AccountRules = { ...trailing, targetCents: null };

// h2tfunding.com/topstep-scaling-plan: 2 contracts, 3 above $1,500 of profit, 5 past $2,000, by each day’s report.
describe('contracts by profit', () => {
  const rules: AccountRules = {
    ...open,
    contractSteps: [
      { belowProfitCents: 150_000, maxContracts: 2 },
      { belowProfitCents: 200_000, maxContracts: 3 },
    ],
  };
  const allowedOn = (date: string, ...events: readonly (AccountEvent | readonly AccountEvent[])[]) =>
    viewAccount(rules, played(rules, ...events), at(date, '09:00')).maxContracts;

  test('a 50K account starts with two contracts and gets more with the profit of the days before', () => {
    expect(allowedOn(monday)).toBe(2);
    expect(allowedOn(tuesday, traded(monday, 1_450))).toBe(2);
    expect(allowedOn(tuesday, traded(monday, 1_600))).toBe(3);
    expect(allowedOn(wednesday, traded(monday, 1_600), traded(tuesday, 500))).toBe(5);
  });

  test('profit of the same day counts from the next day on, and a loss takes contracts away again', () => {
    expect(allowedOn(monday, dayTrade(monday, 2_500))).toBe(2);
    expect(allowedOn(wednesday, traded(monday, 2_500), traded(tuesday, -1_500))).toBe(2);
  });

  test('a third contract exceeds the limit of the first day and is within that of a later one', () => {
    const three = (date: string) => buy(at(date, '10:00'), entryTicks, { quantity: 3 });
    expect(findContractLimitCrossings(rules, createState(rules), [three(monday)])).toEqual([
      { at: at(monday, '10:00'), contracts: 3, maxContracts: 2 },
    ]);
    const later = played(rules, traded(monday, 1_600));
    expect(findContractLimitCrossings(rules, later, [three(tuesday)])).toEqual([]);
  });
});

// fundedtraderfieldguide.pages.dev/rules/topstep-mll-after-first-payout: the limit is set to 0, here the starting balance.
describe('a floor that a payout moves', () => {
  const rules: AccountRules = { ...open, payoutFloor: { offsetCents: 0 } };
  const paid = (cents: number, date: string) => adjust(at(date, '09:00'), -cents, 'payout');

  test('after $10,000 of profit and a payout of $5,000, $5,000 are left above the floor at the start', () => {
    const state = played(rules, traded(monday, 10_000), paid(500_000, tuesday));
    expect(viewAccount(rules, state)).toMatchObject({ floorCents: 5_000_000, remainingDrawdownCents: 500_000 });
  });

  test('at $1,000 of profit the floor is $1,000 below the start, and a payout of $500 leaves $500 above it', () => {
    const before = played(rules, traded(monday, 1_000));
    expect(before).toMatchObject({ floorCents: 4_900_000, floorLocked: false });
    expect(floorAfterPayout(rules, before.floorCents)).toBe(5_000_000);
    const after = replay(rules, [paid(50_000, tuesday)], before);
    expect(after).toMatchObject({ floorCents: 5_000_000, floorLocked: true, balanceCents: 5_050_000, breach: null });
    expect(replay(rules, dayTrade(tuesday, -500), after).breach).toMatchObject({ rule: 'max-loss' });
  });

  test('a payout that comes back puts the floor back to where it would be without it', () => {
    const returned = adjust(at(wednesday, '09:00'), 50_000, 'payout');
    const state = played(rules, traded(monday, 1_000), paid(50_000, tuesday), traded(tuesday, 200), returned);
    expect(state).toMatchObject({ balanceCents: 5_120_000, floorCents: 4_920_000, floorLocked: false });
  });

  // payoutlab.io/prop-firms/myfundedfutures: the floor locks $100 above the start.
  test('a floor can move to above the start, but never down', () => {
    const higher: AccountRules = { ...rules, payoutFloor: { offsetCents: 10_000 } };
    expect(played(higher, traded(monday, 1_000), paid(25_000, tuesday)).floorCents).toBe(5_010_000);
    const locked: AccountRules = {
      ...rules,
      drawdown: { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 50_000 } },
    };
    expect(played(locked, traded(monday, 4_000), paid(25_000, tuesday)).floorCents).toBe(5_050_000);
  });
});

// siegfund.com, “How do you calculate the 5% daily loss limit”; intercom.help/breakoutprop, “maximum daily loss”.
describe('a daily limit that is a share of the day’s start', () => {
  const rules = (limitBps: number): AccountRules => ({
    ...open,
    startingBalanceCents: 10_000_000,
    drawdown: { mode: 'none' },
    dailyLoss: { mode: 'hard', limitBps },
  });
  const openedAt = (balance: number, limitBps: number) =>
    played(rules(limitBps), traded(monday, balance - 100_000), mark(at(tuesday, '10:00'), entryTicks)).dailyFloorCents;

  test.each([
    [100_000, 500, 95_000],
    [105_000, 500, 99_750],
    [105_000, 400, 100_800],
  ])('from %i with %i basis points the day ends at %i', (balance, limitBps, floor) => {
    expect(openedAt(balance, limitBps)).toBe(floor * 100);
  });

  test('$6,000 of open profit don’t move it: the day ends at $95,000', () => {
    const won = entryTicks + 480;
    const held = [buy(at(monday, '10:00'), entryTicks), mark(at(monday, '11:00'), won)];
    const state = played(rules(500), held, mark(at(monday, '12:00'), entryTicks - 399));
    expect(state).toMatchObject({ status: 'active', dailyFloorCents: 9_500_000 });
    expect(replay(rules(500), [mark(at(monday, '12:01'), entryTicks - 400)], state).breach).toMatchObject({
      ...{ rule: 'daily-loss', floorCents: 9_500_000 },
    });
  });
});

// help.aquafutures.io, “Trading hours”: closed at 16:10 in New York, which breaches nothing, and none before 18:00.
describe('no position over the close', () => {
  const rules: AccountRules = { ...open, flatBy: { before: 'close', minutes: 50 } };
  const held = buy(at(monday, '10:00'), entryTicks);

  test('a position at 15:10 in Chicago locks the day without a breach, and the next day trades', () => {
    const state = played(rules, held, mark(at(monday, '15:09'), entryTicks));
    expect(state.status).toBe('active');
    const locked = replay(rules, [mark(at(monday, '15:10'), entryTicks)], state);
    expect(locked).toMatchObject({ status: 'locked', lockedBy: 'flat-by', breach: null });
    const next = replay(
      rules,
      [sell(at(monday, '15:11'), entryTicks), close(monday), ...dayTrade(tuesday, 100)],
      locked,
    );
    expect(next).toMatchObject({ status: 'active', breach: null });
    expect(next).not.toHaveProperty('lockedBy');
  });

  test('an account without a position shows the lock from 15:10 to the next open', () => {
    const state = played(rules, dayTrade(monday, 100));
    const lockedAt = (time: string) => viewAccount(rules, state, at(monday, time)).lockedBy;
    expect([lockedAt('15:09'), lockedAt('15:10'), lockedAt('17:00')]).toEqual([null, 'flat-by', null]);
  });

  // protraderfund.com, “Can I hold positions over the weekend?”: by 15:45 in New York on Fridays, a soft breach; where a
  // holiday closes the markets on a Friday, before the close of the Thursday.
  test('only the last close of a week counts if the rule is about the weekend', () => {
    const weekend: AccountRules = { ...rules, flatBy: { before: 'weekend', minutes: 75 } };
    const heldOn = (date: string) =>
      played(weekend, buy(at(date, '10:00'), entryTicks), mark(at(date, '14:45'), entryTicks)).status;
    expect([heldOn(thursday), heldOn(friday), heldOn(nextMonday)]).toEqual(['active', 'locked', 'active']);
    // Christmas Day 2026 is a Friday, and the Thursday before closes at 12:45.
    const eve = '2026-12-24';
    const bought = buy(at(eve, '10:00'), entryTicks, { month: '2027-03' });
    const lockedAt = (time: string) => played(weekend, bought, mark(at(eve, time), entryTicks, 'ES', '2027-03')).status;
    expect([lockedAt('11:29'), lockedAt('11:30')]).toEqual(['active', 'locked']);
  });
});

// support.myfundedcapital.com, “How do you calculate the 6% maximum trailing drawdown”.
describe('a floor at a share of the peak', () => {
  const rules: AccountRules = {
    ...open,
    startingBalanceCents: 10_000_000,
    drawdown: { mode: 'end-of-day-percent', maxLossBps: 600, lock: { offsetCents: 0 } },
  };

  test('6 % below $100,000 is $94,000, and after a close at $102,000 $95,880', () => {
    expect(played(rules).floorCents).toBe(9_400_000);
    const state = played(rules, traded(monday, 2_000));
    expect(state).toMatchObject({ floorCents: 9_588_000, floorLocked: false });
    expect(viewAccount(rules, state).untilLockCents).toBe(412_000);
  });

  test('at $106,383 it locks at the start, also when the account reaches $170,000', () => {
    expect(findFloor(rules, 10_638_300)).toBe(10_000_000);
    expect(played(rules, traded(monday, 7_000))).toMatchObject({ floorCents: 10_000_000, floorLocked: true });
    expect(played(rules, traded(monday, 70_000))).toMatchObject({ floorCents: 10_000_000, floorLocked: true });
  });

  // theupsidefunding.com, “What happens if I fail the evaluation”: 4 % of the highest equity.
  test('4 % below the highest equity is $96,000, and at $103,000 $98,880', () => {
    const equity: AccountRules = { ...rules, drawdown: { mode: 'intraday-percent', maxLossBps: 400, lock: null } };
    expect(played(equity).floorCents).toBe(9_600_000);
    const state = played(equity, buy(at(monday, '10:00'), entryTicks), mark(at(monday, '11:00'), entryTicks + 240));
    expect(state).toMatchObject({ equityCents: 10_300_000, floorCents: 9_888_000 });
  });
});
