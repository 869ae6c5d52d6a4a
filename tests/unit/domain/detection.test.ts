import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fill } from '../../../src/domain/account/events.ts';
import { copyWindowMs, findCopiedTrades, findCopy, matchFills } from '../../../src/domain/detection/copied-trades.ts';
import type { AccountFill } from '../../../src/domain/detection/findings.ts';
import { findOppositeSides } from '../../../src/domain/detection/opposite-sides.ts';
import { findUnusualSizes, findUnusualTiming } from '../../../src/domain/detection/unusual.ts';
import { nextBetween, nextRandom, type Random } from '../../../src/lib/random.ts';

const minuteMs = 60_000;
const startAt = Date.parse('2026-11-19T14:30:00Z');

let numbered = 0;

type TestFill = Fill & AccountFill;

function fillOf(accountId: string, afterMs: number, change: Partial<TestFill> = {}): TestFill {
  numbered += 1;
  return {
    type: 'fill',
    accountId,
    sourceId: `f${String(numbered).padStart(6, '0')}`,
    at: startAt + afterMs,
    instrument: 'ES',
    month: '2026-12' as Fill['month'],
    side: 'buy',
    quantity: 1,
    priceTicks: 24_000,
    feeCents: 204,
    ...change,
  };
}

const sell = { side: 'sell' } as const;

describe('opposite sides', () => {
  const later = startAt + 60 * minuteMs;

  test('one account long while another of the same person is short, until one of them closes', () => {
    const fills = [
      fillOf('a', 0),
      fillOf('b', 10_000, sell),
      fillOf('a', 70_000, sell),
      fillOf('b', 80_000),
      fillOf('c', 90_000),
    ];
    const [found, ...others] = findOppositeSides(fills, [], later);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ accountId: 'a', otherAccountId: 'b', market: 'ES', opposedMs: 60_000 });
    expect(found?.evidence.map(({ accountId, at }) => [accountId, at - startAt])).toEqual([
      ['b', 10_000],
      ['a', 70_000],
    ]);
  });

  test('a micro opposes its full-size contract, another market doesn’t', () => {
    const micro = findOppositeSides([fillOf('a', 0), fillOf('b', 1_000, { ...sell, instrument: 'MES' })], [], later);
    expect(micro).toMatchObject([{ market: 'ES', opposedMs: 60 * minuteMs - 1_000 }]);
    expect(findOppositeSides([fillOf('a', 0), fillOf('b', 1_000, { ...sell, instrument: 'NQ' })], [], later)).toEqual(
      [],
    );
  });

  test('a position from before counts, and turning one account around within five seconds doesn’t', () => {
    const held = [{ accountId: 'a', market: 'ES', units: 20 }] as const;
    expect(findOppositeSides([fillOf('b', 0, sell)], held, later)).toMatchObject([{ opposedMs: 60 * minuteMs }]);
    const handover = [fillOf('b', 0, sell), fillOf('a', 4_999, sell)];
    expect(findOppositeSides(handover, held, later)).toEqual([]);
  });

  test('accounts that always trade the same way are never opposed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3_600_000), fc.integer({ min: 1, max: 5 })), { maxLength: 30 }),
        (trades) => {
          const fills = trades.flatMap(([afterMs, quantity]) => [
            fillOf('a', afterMs, { quantity }),
            fillOf('b', afterMs, { quantity }),
          ]);
          expect(findOppositeSides(fills, [], later)).toEqual([]);
        },
      ),
    );
  });

  test('the order in which fills are given makes no difference', () => {
    const fills = [fillOf('a', 0), fillOf('b', 5_000, sell), fillOf('a', 30_000, sell), fillOf('c', 31_000)];
    const expected = findOppositeSides(fills, [], later);
    fc.assert(
      fc.property(fc.shuffledSubarray(fills, { minLength: 4 }), (shuffled) => {
        expect(findOppositeSides(shuffled, [], later)).toEqual(expected);
      }),
    );
  });
});

describe('copied trades', () => {
  const leader = Array.from({ length: 10 }, (_, index) => fillOf('leader', index * minuteMs));
  const copyOf = (delayMs: number, count = 10) =>
    leader.slice(0, count).map(({ at }) => fillOf('follower', at - startAt + delayMs));

  test('ten fills copied within two seconds, and who was first', () => {
    expect(findCopy(copyOf(1_200), leader)).toMatchObject({
      accountId: 'follower',
      otherAccountId: 'leader',
      matched: 10,
      fills: 10,
      medianDelayMs: 1_200,
    });
    expect(findCopy(copyOf(copyWindowMs), leader)).not.toBeNull();
    expect(findCopy(copyOf(copyWindowMs + 1), leader)).toBeNull();
  });

  test('eight of ten are enough, seven of ten and nine fills aren’t', () => {
    const own = (count: number) =>
      Array.from({ length: count }, (_, index) => fillOf('follower', (30 + index) * minuteMs));
    expect(findCopy([...copyOf(500, 8), ...own(2)], leader)).toMatchObject({ matched: 8, fills: 10 });
    expect(findCopy([...copyOf(500, 7), ...own(3)], leader)).toBeNull();
    expect(findCopy(copyOf(500, 9), leader)).toBeNull();
  });

  test('the other side or another market is no copy', () => {
    const reversed = leader.map(({ at }) => fillOf('follower', at - startAt + 100, sell));
    const elsewhere = leader.map(({ at }) => fillOf('follower', at - startAt + 100, { instrument: 'NQ' }));
    expect(findCopy(reversed, leader)).toBeNull();
    expect(findCopy(elsewhere, leader)).toBeNull();
  });

  test('each fill is paired once, and no other pairing has more pairs', () => {
    const times = fc.array(fc.nat(12_000), { maxLength: 7 });
    fc.assert(
      fc.property(times, times, (left, right) => {
        const [ours, theirs] = [left.map((at) => fillOf('a', at)), right.map((at) => fillOf('b', at))];
        const matches = matchFills(ours, theirs);
        expect(new Set(matches.map(([fill]) => fill)).size).toBe(matches.length);
        expect(new Set(matches.map(([, fill]) => fill)).size).toBe(matches.length);
        expect(matches.length).toBe(mostPairs(left, right));
      }),
    );
  });

  test('on seeded days, precision and recall are at least 0.95', () => {
    let [right, wrong, missed] = [0, 0, 0];
    for (let seed = 1; seed <= 12; seed += 1) {
      const { fills, copies } = seededDay(seed);
      const found = new Set(
        findCopiedTrades(fills, (accountId) => accountId).map(
          ({ accountId, otherAccountId }) => `${otherAccountId} ${accountId}`,
        ),
      );
      for (const pair of found) {
        if (copies.has(pair)) right += 1;
        else wrong += 1;
      }
      for (const pair of copies) missed += found.has(pair) ? 0 : 1;
    }
    expect(right).toBeGreaterThan(100);
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.95);
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.95);
  });

  test('two accounts of one person are not reported as copies', () => {
    expect(findCopiedTrades([...leader, ...copyOf(100)], () => 'same')).toEqual([]);
  });
});

/** Maximum matching by trying everything. */
function mostPairs([first, ...rest]: readonly number[], right: readonly number[]): number {
  if (first === undefined) return 0;
  const without = mostPairs(rest, right);
  const withFirst = right.flatMap((at, index) =>
    Math.abs(at - first) <= copyWindowMs ? [1 + mostPairs(rest, right.toSpliced(index, 1))] : [],
  );
  return Math.max(without, ...withFirst);
}

/**
 * A day of 120 traders who crowd around the same announcements, ten who copy one of them with a delay, missed trades
 * and trades of their own, and ten who look at another's trades but follow only half of them or too late.
 */
function seededDay(seed: number): { fills: readonly AccountFill[]; copies: ReadonlySet<string> } {
  const random: Random = { random: seed };
  const between = (low: number, high: number) => nextBetween(random, low, high);
  const dayMs = 6 * 60 * minuteMs;
  const news = Array.from({ length: 12 }, () => between(0, dayMs));
  const markets = ['ES', 'MES', 'NQ', 'CL'] as const;
  const tradeOf = (accountId: string) =>
    fillOf(
      accountId,
      nextRandom(random) < 0.4 ? (news[Math.floor(between(0, 12))] ?? 0) + between(0, 20_000) : between(0, dayMs),
      {
        instrument: markets[Math.floor(between(0, markets.length))] ?? 'ES',
        side: nextRandom(random) < 0.5 ? 'buy' : 'sell',
        quantity: 1 + Math.floor(between(0, 4)),
      },
    );
  const traders = Array.from({ length: 120 }, (_, index) => {
    const name = `trader-${index}`;
    return Array.from({ length: 12 + Math.floor(between(0, 60)) }, () => tradeOf(name));
  });
  const copies = new Set<string>();
  const follow = (index: number, name: string, share: number, delay: () => number) => {
    const own = Array.from({ length: Math.floor(between(0, 12)) }, () => tradeOf(name));
    const followed = (traders[index] ?? []).filter(() => nextRandom(random) < share);
    return [...own, ...followed.map(({ at, ...fill }) => fillOf(name, at - startAt + delay(), { ...trade(fill) }))];
  };
  const copiers = Array.from({ length: 10 }, (_, index) => {
    copies.add(`trader-${index} copier-${index}`);
    return follow(index, `copier-${index}`, 0.97, () => between(80, 1_800));
  });
  const others = Array.from({ length: 10 }, (_, index) =>
    index % 2 === 0
      ? follow(index + 20, `half-${index}`, 0.5, () => between(80, 1_800)).concat(
          Array.from({ length: 30 }, () => tradeOf(`half-${index}`)),
        )
      : follow(index + 20, `late-${index}`, 0.97, () => between(4_000, 9_000)),
  );
  return { fills: [...traders, ...copiers, ...others].flat(), copies };
}

function trade({ instrument, side, quantity }: Pick<AccountFill, 'instrument' | 'side' | 'quantity'>) {
  return { instrument, side, quantity };
}

describe('unusual size', () => {
  const usual = Array.from({ length: 20 }, (_, index) =>
    fillOf('a', index * minuteMs - 24 * 60 * minuteMs, { quantity: 2 }),
  );

  test('five times the median of at least twenty earlier fills of the market', () => {
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10 })])).toMatchObject([
      { market: 'ES', contracts: 10, usualContracts: 2 },
    ]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 9 })])).toEqual([]);
    expect(findUnusualSizes(usual.slice(1), [fillOf('a', 0, { quantity: 10 })])).toEqual([]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10, instrument: 'CL' })])).toEqual([]);
  });

  test('ten micros are one full-size contract', () => {
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10, instrument: 'MES' })])).toEqual([]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 100, instrument: 'MES' })])).toMatchObject([
      { contracts: 10 },
    ]);
  });
});

describe('unusual timing', () => {
  const trades = (count: number, heldMs: number, from = 0) =>
    Array.from({ length: count }, (_, index) => [
      fillOf('a', from + index * minuteMs),
      fillOf('a', from + index * minuteMs + heldMs, sell),
    ]).flat();

  test('ten trades closed within five seconds that make up half of the day', () => {
    expect(findUnusualTiming(trades(10, 5_000))).toMatchObject({ quick: 10, trades: 10 });
    expect(findUnusualTiming(trades(9, 5_000))).toBeNull();
    expect(findUnusualTiming(trades(10, 5_001))).toBeNull();
    expect(findUnusualTiming([...trades(10, 1_000), ...trades(10, 20_000, 1_800_000)])).toMatchObject({ trades: 20 });
    expect(findUnusualTiming([...trades(10, 1_000), ...trades(11, 20_000, 1_800_000)])).toBeNull();
  });
});
