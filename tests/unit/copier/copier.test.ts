import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arm, disarm, flatten, getCopyStatus } from '#shared/copier/copy-link.ts';
import type { CopyInput } from '#shared/copier/decide-copy.ts';
import { convertTicks, copiedInstrument, maxLeaderSize, type Sizing, targetsOf } from '#shared/copier/sizing.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { createFollower, es, fresh, mes, month, ratio } from './copier-support.ts';

describe('sizing', () => {
  test.each([
    [ratio(50), [es(1)], 0, 5_000],
    [ratio(50), [es(5)], 2, 5_000],
    [ratio(25), [es(-5)], -1, -2_500],
    [ratio(33), [es(10)], 3, 3_000],
    [{ mode: 'fixed', contracts: 2, size: 'leader' } as Sizing, [es(-7)], -2, 0],
  ])(
    '%j of %j gives %i with a remainder of %i ten-thousandths',
    (sizing, leader, quantity, remainderTenThousandths) => {
      expect(targetsOf(leader, sizing)).toEqual([{ instrument: 'ES', month, quantity, remainderTenThousandths }]);
    },
  );

  test('ten micros equal one mini in both directions', () => {
    expect(targetsOf([es(2)], ratio(25, 'micro'))).toEqual([{ ...mes(5), remainderTenThousandths: 0 }]);
    expect(targetsOf([mes(15)], ratio(100, 'full'))).toEqual([{ ...es(1), remainderTenThousandths: 5_000 }]);
    expect(targetsOf([es(1), mes(-3)], ratio(100, 'micro'))).toEqual([{ ...mes(7), remainderTenThousandths: 0 }]);
  });

  test('the smallest contract of a market is its micro, and a contract without one is copied as it is', () => {
    expect(copiedInstrument('CL', month, 'micro')).toBe('MCL');
    expect(copiedInstrument('QM', month, 'micro')).toBe('MCL');
    expect(copiedInstrument('SI', '2026-12', 'micro')).toBe('SIL');
    expect(copiedInstrument('ZN', month, 'micro')).toBe('ZN');
    expect(convertTicks('6E', 'M6E', 23_001)).toBe(11_501);
  });

  test.each([
    [ratio(100), 'ES', 5, 5],
    [ratio(50), 'ES', 5, 11],
    [ratio(50, 'micro'), 'ES', 5, 10],
    [ratio(200), 'MES', 3, 15],
    [{ mode: 'fixed', contracts: 3, size: 'leader' } as Sizing, 'ES', 3, null],
    [{ mode: 'fixed', contracts: 4, size: 'leader' } as Sizing, 'ES', 3, 0],
  ] as const)(
    '%j of %s fits a limit of %i minis for up to %s leader contracts',
    (sizing, instrument, limit, largest) => {
      expect(maxLeaderSize({ instrument, month }, sizing, limit)).toBe(largest);
    },
  );

  test('the target and the remainder add up to the exact share', () => {
    const codes = Object.keys(instruments) as (keyof typeof instruments)[];
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.integer({ min: -500, max: 500 }).filter((each) => each !== 0),
        fc.integer({ min: 1, max: 1_000 }),
        fc.constantFrom('leader', 'full', 'micro'),
        (instrument, quantity, hundredths, size) => {
          const [target] = targetsOf([{ instrument, month, quantity }], ratio(hundredths, size));
          if (!target) throw new Error('no target');
          const share =
            (quantity * hundredths * 100 * instruments[target.instrument].ratio) / instruments[instrument].ratio;
          expect(target.quantity * 10_000 + target.remainderTenThousandths).toBe(share);
          expect(Math.abs(target.remainderTenThousandths)).toBeLessThan(10_000);
          expect(target.remainderTenThousandths * quantity).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('a follower', () => {
  test('copies entries, partial exits and reversals, each only once', () => {
    const follower = createFollower(arm(fresh, true));
    for (const [quantity, held] of [
      [2, 2],
      [3, 3],
      [1, 1],
      [-2, -2],
      [0, undefined],
    ] as const) {
      const leader = quantity === 0 ? [] : [es(quantity)];
      follower.copy(leader);
      expect(follower.held()[0]?.[1]).toBe(held);
      expect(follower.copy(leader).orders).toEqual([]);
      expect(getCopyStatus(follower.link())).toBe('on');
    }
  });

  test('that is armed in the middle of a trade joins with the next trade', () => {
    const follower = createFollower(arm(fresh, false));
    expect(follower.copy([es(2)]).orders).toEqual([]);
    expect(follower.copy([es(3)]).orders).toEqual([]);
    expect(getCopyStatus(follower.link())).toBe('out-of-sync');
    follower.copy([]);
    follower.copy([es(1)]);
    expect(follower.held()).toEqual([['ES', 1]]);
  });

  test('whose owner wants no adding to a losing position misses what would add to one', () => {
    const follower = createFollower(arm(fresh, true));
    const own = { account: { noAveragingDown: true } };
    follower.copy([es(1)], own);
    follower.mark(27_004);
    follower.copy([es(2)], own);
    // The average of 27,000 and 27,004 is 27,002.
    follower.mark(27_001);
    const { orders, newlyMissed } = follower.copy([es(3)], own);
    expect([orders, newlyMissed]).toMatchObject([[], [{ reason: 'averaging-down' }]]);
    follower.copy([es(-1)], own);
    expect(follower.held()).toEqual([['ES', -1]]);
  });

  test.each([
    ['contract-limit', [es(6)], {}],
    ['payout-review', [es(1)], { account: { hasPayoutUnderReview: true } }],
    ['suspended', [es(1)], { account: { stage: 'suspended' } }],
    ['halted', [es(1)], { account: { haltedInstruments: ['ES'] } }],
    ['locked', [es(1)], { account: { isPersonalStopReached: true } }],
    ['halted', [es(1)], { account: { isHalted: true } }],
    ['late', [es(1)], { isFresh: false }],
  ] as const)('refuses an entry with reason %s and stays out until the leader is flat', (reason, leader, overrides) => {
    const follower = createFollower(arm(fresh, true));
    const decision = follower.copy(leader, overrides);
    expect(decision.orders).toEqual([]);
    expect(decision.newlyMissed).toMatchObject([{ instrument: 'ES', month, side: 'long', reason }]);
    expect(getCopyStatus(follower.link())).toBe('out-of-sync');
    const again = follower.copy([es(1)]);
    expect([again.orders, again.newlyMissed]).toEqual([[], []]);
    follower.copy([]);
    expect(getCopyStatus(follower.link())).toBe('on');
    follower.copy([es(1)]);
    expect(follower.held()).toEqual([['ES', 1]]);
  });

  test('still copies exits after a refused addition', () => {
    const follower = createFollower(arm(fresh, true));
    follower.copy([es(5)]);
    expect(follower.copy([es(6)]).newlyMissed).toHaveLength(1);
    expect(follower.held()).toEqual([['ES', 5]]);
    follower.copy([es(2)]);
    expect(follower.held()).toEqual([['ES', 2]]);
  });

  test('closes its position on a refused reversal', () => {
    const follower = createFollower(arm(fresh, true));
    follower.copy([es(2)]);
    follower.copy([es(-2)], { account: { hasPayoutUnderReview: true } });
    expect(follower.held()).toEqual([]);
  });

  test('with a stop of $500 is flattened and disarmed at 40 ticks of one ES', () => {
    const follower = createFollower(arm({ ...fresh, dailyStopCents: 50_000 }, true));
    follower.copy([es(1)]);
    follower.mark(26_961);
    expect(follower.copy([es(1)]).orders).toEqual([]);
    follower.mark(26_960);
    follower.copy([es(1)]);
    expect(follower.held()).toEqual([]);
    follower.copy([es(1)]);
    expect(follower.link()).toMatchObject({ phase: 'disarmed', disarmReason: 'daily-stop' });
  });

  test('that is disarmed in a trade copies only the exit', () => {
    const follower = createFollower(arm(fresh, true));
    follower.copy([es(2)]);
    follower.change((link) => disarm(link, 'owner'));
    follower.copy([es(4)]);
    expect(follower.held()).toEqual([['ES', 2]]);
    expect(getCopyStatus(follower.link())).toBe('closing');
    follower.copy([es(1)]);
    expect(follower.held()).toEqual([['ES', 1]]);
    follower.copy([es(-1)]);
    expect(follower.held()).toEqual([]);
    follower.copy([es(-1)]);
    expect(getCopyStatus(follower.link())).toBe('disarmed');
  });

  test('is disarmed when its package ends or its account is over', () => {
    for (const [overrides, disarmReason] of [
      [{ notCovered: 'package-ended' }, 'package-ended'],
      [{ account: { stage: 'breached' } }, 'account-over'],
    ] as const) {
      const follower = createFollower(arm(fresh, true));
      follower.copy([es(1)]);
      follower.copy([es(1)], overrides);
      follower.copy([], overrides);
      follower.copy([], overrides);
      expect(follower.link()).toMatchObject({ phase: 'disarmed', disarmReason });
    }
  });
});

test('a thousand random days with crashes leave no orphan position', () => {
  const change = fc.record({
    instrument: fc.constantFrom('ES', 'MES', 'NQ'),
    quantity: fc.integer({ min: -4, max: 4 }),
    action: fc.constantFrom('run', 'run', 'run', 'killed', 'replayed', 'disarm', 'arm', 'flatten', 'late', 'review'),
  } as const);
  const sizing = fc.oneof(
    fc.record({
      mode: fc.constant('ratio' as const),
      hundredths: fc.integer({ min: 1, max: 300 }),
      size: fc.constantFrom('leader', 'full', 'micro'),
    }),
    fc.record({
      mode: fc.constant('fixed' as const),
      contracts: fc.integer({ min: 1, max: 6 }),
      size: fc.constantFrom('leader', 'full', 'micro'),
    }),
  );
  fc.assert(
    fc.property(sizing, fc.array(change, { minLength: 1, maxLength: 30 }), (chosenSizing, changes) => {
      const follower = createFollower(arm({ ...fresh, sizing: chosenSizing as Sizing }, true));
      const book = new Map<string, CopyInput['leader'][number]>();
      for (const { instrument, quantity, action } of changes) {
        if (quantity === 0) book.delete(instrument);
        else book.set(instrument, { instrument, month, quantity });
        const leader = [...book.values()];
        if (action === 'disarm') follower.change((link) => disarm(link, 'owner'));
        if (action === 'flatten') follower.change((link) => flatten(link, 'flattened'));
        if (action === 'arm') follower.change((link) => arm(link, leader.length === 0));
        if (action === 'killed') continue;
        follower.copy(leader, {
          isFresh: action !== 'late',
          account: { hasPayoutUnderReview: action === 'review' },
        });
        if (action === 'replayed') expect(follower.copy(leader).orders).toEqual([]);
        const targets = targetsOf(leader, chosenSizing as Sizing);
        for (const [code, held] of follower.held()) {
          const target = targets.find((each) => each.instrument === code)?.quantity ?? 0;
          expect(Math.sign(Number(held)) * Math.sign(target)).toBe(1);
          expect(Math.abs(Number(held))).toBeLessThanOrEqual(Math.abs(target));
        }
      }
      // The leader is flat at the end of the day; the process may have crashed at any point before.
      follower.copy([]);
      expect(follower.held()).toEqual([]);
      follower.copy([]);
      expect(['on', 'disarmed']).toContain(getCopyStatus(follower.link()));
    }),
    { numRuns: 1_000, seed: 17 },
  );
});
