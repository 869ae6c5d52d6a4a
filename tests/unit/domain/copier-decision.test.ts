import { describe, expect, test } from 'vitest';
import {
  arm,
  type CopyLink,
  disarm,
  findArmRefusal,
  flatten,
  release,
  statusOf,
} from '../../../src/domain/copier/copy-link.ts';
import { createFollower, es, fresh, month } from './copier-support.ts';
import { adjust } from './support.ts';

const nq = (quantity: number) => ({ instrument: 'NQ', month, quantity }) as const;
const armed = arm(fresh, true);

describe('arming', () => {
  const ready = { stage: 'evaluation', isFlat: true, dailyStopCents: 50_000, dayResultCents: -49_999 } as const;

  test.each([
    [{}, null],
    [{ stage: 'suspended' }, 'account'],
    [{ isFlat: false }, 'position'],
    [{ dayResultCents: -50_000 }, 'stop'],
  ] as const)('with %j is refused because of: %s', (change, refusal) => {
    expect(findArmRefusal({ ...ready, ...change })).toBe(refusal);
  });

  test('starts without what was missed before', () => {
    const left: CopyLink = {
      ...fresh,
      missed: [{ instrument: 'ES', month, side: 'long', reason: 'late' }],
      unmatched: [{ instrument: 'ES', month, side: 'buy', reason: 'late' }],
    };
    expect(arm(left, true)).toMatchObject({ phase: 'armed', disarmReason: null, missed: [], unmatched: [] });
  });

  test('has to wait for a follower that is closing', () => {
    const closing = disarm(armed, 'owner');
    expect(arm(closing, true)).toEqual(closing);
  });
});

describe('stopping', () => {
  const closing = disarm(armed, 'package-ended');

  test('keeps the first reason, however it goes on', () => {
    expect(flatten(closing, 'own-stop')).toMatchObject({ phase: 'flattening', disarmReason: 'package-ended' });
    expect(release(closing, 'account-over')).toMatchObject({ phase: 'disarmed', disarmReason: 'package-ended' });
    const flattening = flatten(armed, 'own-stop');
    expect(flatten(flattening, 'flattened')).toEqual(flattening);
    expect(disarm(flattening, 'owner')).toEqual(flattening);
  });

  test('changes nothing on a follower that is disarmed', () => {
    for (const stop of [disarm, flatten, release]) expect(stop(fresh, 'owner')).toEqual(fresh);
  });

  test('ends the wait for the leader', () => {
    const waiting = arm(fresh, false);
    for (const stop of [disarm, flatten, release]) expect(stop(waiting, 'owner').waiting).toBe(false);
    expect(release(waiting, 'owner')).toMatchObject({ missed: [], unmatched: [] });
  });
});

describe('a follower', () => {
  test('that is disarmed keeps what it holds and takes nothing', () => {
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    follower.change((link) => release(link, 'owner'));
    const held = follower.state.positions;
    expect(follower.copy([es(5), nq(1)])).toMatchObject({ orders: [], refused: [], positionsAfter: held });
  });

  test('knows what it will hold: after an entry, a partial exit and the last one', () => {
    const follower = createFollower(armed);
    expect(follower.copy([es(3)]).positionsAfter).toEqual([es(3)]);
    expect(follower.copy([es(1), nq(1)]).positionsAfter).toEqual([es(1), nq(1)]);
    expect(follower.copy([nq(1)]).positionsAfter).toEqual([nq(1)]);
    expect(follower.copy([]).positionsAfter).toEqual([]);
  });

  test('sells before it buys, so that a limit filled by one contract has room for another', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    expect(follower.copy([nq(5), es(0)]).orders).toMatchObject([es(-5), nq(5)]);
    expect(follower.held()).toEqual([['NQ', 5]]);
  });

  test('copies every exit, however late and whatever is under review', () => {
    const follower = createFollower(armed);
    follower.copy([es(3)]);
    const given = { isFresh: false, account: { hasPayoutUnderReview: true } };
    expect(follower.copy([es(2)], given)).toMatchObject({ orders: [es(-1)], refused: [] });
    expect(follower.copy([], given)).toMatchObject({ orders: [es(-2)], refused: [] });
    expect(statusOf(follower.link())).toBe('on');
  });

  test('closes for a turn that it may not follow, and says which side it missed', () => {
    const follower = createFollower(armed);
    follower.copy([es(3)]);
    const decision = follower.copy([es(-1)], { isFresh: false });
    expect(decision.orders).toMatchObject([es(-3)]);
    expect(decision.refused).toMatchObject([
      { side: 'short', reason: 'late', order: { ...es(-4), positionAfter: -1 } },
    ]);
    expect(decision.positionsAfter).toEqual([]);
    // The short trade is missed; the next long one isn't.
    expect(follower.copy([es(-2)]).orders).toEqual([]);
    expect(follower.copy([es(2)]).orders).toMatchObject([es(2)]);
    expect(statusOf(follower.link())).toBe('on');
  });

  test('is in line again once its leader takes back the addition that it missed', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    follower.copy([es(6)]);
    expect(statusOf(follower.link())).toBe('out-of-sync');
    follower.copy([es(5)]);
    expect(statusOf(follower.link())).toBe('on');
  });

  test('turns a position as large as its limit, and adds no other contract to it', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    expect(follower.copy([es(5), nq(1)]).refused).toMatchObject([{ instrument: 'NQ', reason: 'contract-limit' }]);
    expect(follower.copy([es(-5)]).orders).toMatchObject([es(-10)]);
    expect(follower.held()).toEqual([['ES', -5]]);
  });

  test('has no room once its equity is at the floor', () => {
    const follower = createFollower(armed);
    const { floorCents, equityCents } = follower.state;
    if (floorCents === null) throw new Error('no floor');
    // A correction can't breach an account, but leaves it nothing to lose.
    follower.book((at) => adjust(at, floorCents - equityCents));
    expect(follower.copy([es(1)]).refused).toMatchObject([{ reason: 'no-room' }]);
  });

  test('refuses as suspended what comes between its breach and the platform’s word of it', () => {
    const follower = createFollower(armed);
    follower.copy([es(5)]);
    follower.mark(26_000);
    expect(follower.state.status).toBe('breached');
    expect(follower.copy([es(5), nq(1)]).refused).toMatchObject([{ instrument: 'NQ', reason: 'suspended' }]);
  });

  test('stays closing until its exit has filled', () => {
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    follower.change((link) => disarm(link, 'owner'));
    expect(follower.copy([]).link.phase).toBe('closing');
    expect(follower.copy([]).link.phase).toBe('disarmed');
  });

  test('leaves a contract alone whose two orders are filling, unless it is to be flat at once', () => {
    const settling = new Map([[`ES ${month}`, null]]);
    const follower = createFollower(armed);
    follower.copy([es(2)]);
    expect(follower.copy([es(3)], { settling }).orders).toEqual([]);
    follower.change((link) => flatten(link, 'flattened'));
    expect(follower.copy([es(3)], { settling }).orders).toMatchObject([es(-2)]);
  });
});
