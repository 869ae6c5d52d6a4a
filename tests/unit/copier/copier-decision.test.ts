import { describe, expect, test } from 'vitest';
import {
  arm,
  type CopyLink,
  disarm,
  findArmBlockedReason,
  flatten,
  getCopyStatus,
  release,
} from '#shared/copier/copy-link.ts';
import { adjust } from '../support.ts';
import { createFollower, es, fresh, month } from './copier-support.ts';

const nq = (quantity: number) => ({ instrument: 'NQ', month, quantity }) as const;
const armed = arm(fresh, true);

describe('arming', () => {
  const ready = { stage: 'evaluation', isFlat: true, dailyStopCents: 50_000, dayResultCents: -49_999 } as const;

  test.each([
    [{}, null],
    [{ stage: 'suspended' }, 'account'],
    [{ isFlat: false }, 'position'],
    [{ dayResultCents: -50_000 }, 'stop'],
  ] as const)('with %j gives the blocked reason %s', (change, blockedReason) => {
    expect(findArmBlockedReason({ ...ready, ...change })).toBe(blockedReason);
  });

  test('clears what the follower missed before', () => {
    const left: CopyLink = {
      ...fresh,
      missed: [{ instrument: 'ES', month, side: 'long', reason: 'late' }],
      unmatched: [{ instrument: 'ES', month, side: 'buy', reason: 'late' }],
    };
    expect(arm(left, true)).toMatchObject({ phase: 'armed', disarmReason: null, missed: [], unmatched: [] });
  });

  test('must wait while a follower is closing', () => {
    const closing = disarm(armed, 'owner');
    expect(arm(closing, true)).toEqual(closing);
  });
});

describe('stopping', () => {
  const closing = disarm(armed, 'package-ended');

  test('keeps the first reason whatever happens next', () => {
    expect(flatten(closing, 'daily-stop')).toMatchObject({ phase: 'flattening', disarmReason: 'package-ended' });
    expect(release(closing, 'account-over')).toMatchObject({ phase: 'disarmed', disarmReason: 'package-ended' });
    const flattening = flatten(armed, 'daily-stop');
    expect(flatten(flattening, 'flattened')).toEqual(flattening);
    expect(disarm(flattening, 'owner')).toEqual(flattening);
  });

  test('changes nothing for a disarmed follower', () => {
    for (const stop of [disarm, flatten, release]) expect(stop(fresh, 'owner')).toEqual(fresh);
  });

  test('ends the wait for the leader to be flat', () => {
    const waiting = arm(fresh, false);
    for (const stop of [disarm, flatten, release]) expect(stop(waiting, 'owner').waiting).toBe(false);
    expect(release(waiting, 'owner')).toMatchObject({ missed: [], unmatched: [] });
  });
});

describe('a follower', () => {
  test('that is disarmed keeps its positions and takes no new ones', () => {
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    follower.change((link) => release(link, 'owner'));
    const held = follower.state.positions;
    expect(follower.copy([es(5), nq(1)])).toMatchObject({ orders: [], newlyMissed: [], positionsAfter: held });
  });

  test('knows its next position after an entry, a partial exit and the last exit', () => {
    const follower = createFollower(armed);
    expect(follower.copy([es(3)]).positionsAfter).toEqual([es(3)]);
    expect(follower.copy([es(1), nq(1)]).positionsAfter).toEqual([es(1), nq(1)]);
    expect(follower.copy([nq(1)]).positionsAfter).toEqual([nq(1)]);
    expect(follower.copy([]).positionsAfter).toEqual([]);
  });

  test('sells before it buys, so that a full contract limit has room for another contract', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    expect(follower.copy([nq(5), es(0)]).orders).toMatchObject([es(-5), nq(5)]);
    expect(follower.held()).toEqual([['NQ', 5]]);
  });

  test('copies every exit, even when it is late or a payout is under review', () => {
    const follower = createFollower(armed);
    follower.copy([es(3)]);
    const overrides = { isFresh: false, account: { hasPayoutUnderReview: true } };
    expect(follower.copy([es(2)], overrides)).toMatchObject({ orders: [es(-1)], newlyMissed: [] });
    expect(follower.copy([], overrides)).toMatchObject({ orders: [es(-2)], newlyMissed: [] });
    expect(getCopyStatus(follower.link())).toBe('on');
  });

  test('closes on a reversal that it may not follow, and reports the side it missed', () => {
    const follower = createFollower(armed);
    follower.copy([es(3)]);
    const decision = follower.copy([es(-1)], { isFresh: false });
    expect(decision.orders).toMatchObject([es(-3)]);
    expect(decision.newlyMissed).toMatchObject([
      { side: 'short', reason: 'late', order: { ...es(-4), positionAfter: -1 } },
    ]);
    expect(decision.positionsAfter).toEqual([]);
    // The short trade is missed; the next long one isn't.
    expect(follower.copy([es(-2)]).orders).toEqual([]);
    expect(follower.copy([es(2)]).orders).toMatchObject([es(2)]);
    expect(getCopyStatus(follower.link())).toBe('on');
  });

  test('is back in sync once its leader closes the addition that it missed', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    follower.copy([es(6)]);
    expect(getCopyStatus(follower.link())).toBe('out-of-sync');
    follower.copy([es(5)]);
    expect(getCopyStatus(follower.link())).toBe('on');
  });

  test('reverses a position as large as its limit, and adds no other contract to it', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    expect(follower.copy([es(5), nq(1)]).newlyMissed).toMatchObject([{ instrument: 'NQ', reason: 'contract-limit' }]);
    expect(follower.copy([es(-5)]).orders).toMatchObject([es(-10)]);
    expect(follower.held()).toEqual([['ES', -5]]);
  });

  test('has no drawdown left once its equity is at the floor', () => {
    const follower = createFollower(armed);
    const { floorCents, equityCents } = follower.state;
    if (floorCents === null) throw new Error('no floor');
    // A correction can’t breach an account, but it can use up the remaining drawdown.
    follower.book((at) => adjust(at, floorCents - equityCents));
    expect(follower.copy([es(1)]).newlyMissed).toMatchObject([{ reason: 'no-remaining-drawdown' }]);
  });

  test('refuses entries as suspended between its breach and the platform’s notification', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    follower.mark(26_000);
    expect(follower.state.status).toBe('breached');
    expect(follower.copy([es(5), nq(1)]).newlyMissed).toMatchObject([{ instrument: 'NQ', reason: 'suspended' }]);
  });

  test('stays in the closing phase until its exit has filled', () => {
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    follower.change((link) => disarm(link, 'owner'));
    expect(follower.copy([]).link.phase).toBe('closing');
    expect(follower.copy([]).link.phase).toBe('disarmed');
  });

  test('skips a contract whose two orders are filling, unless it must be flat at once', () => {
    const settling = new Map([[`ES ${month}`, null]]);
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    expect(follower.copy([es(3)], { settling }).orders).toEqual([]);
    follower.change((link) => flatten(link, 'flattened'));
    expect(follower.copy([es(3)], { settling }).orders).toMatchObject([es(-2)]);
  });
});
