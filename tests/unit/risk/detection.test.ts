import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { nextBetween, nextRandom, type Random } from '#lib/random.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { copyWindowMs, findCopy, matchFills } from '#shared/risk/copied-trades.ts';
import {
  type AccountFill,
  compareFills,
  evidenceOf,
  getFullSizeInstrument,
  maxEvidence,
  medianOf,
  unitsOf,
} from '#shared/risk/findings.ts';
import { findOppositeSides } from '#shared/risk/opposite-sides.ts';
import { findUnusualSizes, findUnusualTiming } from '#shared/risk/unusual.ts';

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

describe('fills under comparison', () => {
  test('count a micro as its fraction of the full-size contract', () => {
    expect(unitsOf({ instrument: 'ES', quantity: 3 })).toBe(60);
    expect(unitsOf({ instrument: 'MES', quantity: 3 })).toBe(6);
    expect(unitsOf({ instrument: 'QM', quantity: 1 })).toBe(10);
    expect([getFullSizeInstrument({ instrument: 'QM' }), getFullSizeInstrument({ instrument: 'ES' })]).toEqual([
      'CL',
      'ES',
    ]);
  });

  test('are sorted by time, then by account and source', () => {
    const [first, second] = [fillOf('a', 0), fillOf('a', 0)];
    const [other, later] = [fillOf('b', 0), fillOf('a', 1)];
    expect([later, other, second, first].sort(compareFills)).toEqual([first, second, other, later]);
    expect(compareFills(first, first)).toBe(0);
    expect(compareFills(first, later)).toBe(-1);
    expect(compareFills(later, first)).toBe(1);
  });

  test('serve as evidence up to sixty, without their prices', () => {
    const fills = Array.from({ length: 61 }, (_, index) => fillOf('a', index));
    expect(evidenceOf(fills)).toHaveLength(maxEvidence);
    expect(maxEvidence).toBe(60);
    expect(evidenceOf([fillOf('a', 5, { sourceId: 'one', quantity: 4, ...sell })])).toEqual([
      { accountId: 'a', sourceId: 'one', at: startAt + 5, instrument: 'ES', side: 'sell', quantity: 4 },
    ]);
  });

  test('have the middle value, or the mean of the two middle values, as their median', () => {
    const values = [9, 1, 4];
    expect(medianOf(values)).toBe(4);
    expect(values).toEqual([9, 1, 4]);
    expect(medianOf([10, 2, 7, 4])).toBe(5.5);
    expect(medianOf([6])).toBe(6);
    expect(medianOf([])).toBe(0);
  });
});

describe('opposite sides', () => {
  const later = startAt + 60 * minuteMs;

  test('one account is long while another of the same person is short, until one of them closes', () => {
    const fills = [
      fillOf('a', 0),
      fillOf('b', 10_000, sell),
      fillOf('a', 70_000, sell),
      fillOf('b', 80_000),
      fillOf('c', 90_000),
    ];
    const [found, ...others] = findOppositeSides(fills, [], later);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'opposite-sides', accountId: 'a', otherAccountId: 'b', market: 'ES' });
    expect(found?.opposedMs).toBe(60_000);
    expect(found?.evidence.map(({ accountId, at }) => [accountId, at - startAt])).toEqual([
      ['b', 10_000],
      ['a', 70_000],
    ]);
  });

  test('a micro opposes its full-size contract, but not another market', () => {
    const micro = findOppositeSides([fillOf('a', 0), fillOf('b', 1_000, { ...sell, instrument: 'MES' })], [], later);
    expect(micro).toMatchObject([{ market: 'ES', opposedMs: 60 * minuteMs - 1_000 }]);
    expect(findOppositeSides([fillOf('a', 0), fillOf('b', 1_000, { ...sell, instrument: 'NQ' })], [], later)).toEqual(
      [],
    );
  });

  test('a position from before counts, but a handover within five seconds does not', () => {
    const held = [{ accountId: 'a', market: 'ES', units: 20 }] as const;
    expect(findOppositeSides([fillOf('b', 0, sell)], held, later)).toMatchObject([{ opposedMs: 60 * minuteMs }]);
    const handover = [fillOf('b', 0, sell), fillOf('a', 4_999, sell)];
    expect(findOppositeSides(handover, held, later)).toEqual([]);
  });

  test('a fill that changes neither side leaves the running period as it is', () => {
    // Account b adds a second short contract after 3 s; the period still counts from its first.
    const fills = [fillOf('a', 0), fillOf('b', 1_000, sell), fillOf('b', 4_000, sell), fillOf('a', 7_000, sell)];
    expect(findOppositeSides(fills, [], later)).toMatchObject([{ opposedMs: 6_000 }]);
  });

  test('periods of a day add up, and five seconds in total are enough', () => {
    const stretch = (from: number, forMs: number) => [fillOf('b', from, sell), fillOf('b', from + forMs)];
    const held = [{ accountId: 'c', market: 'ES', units: 20 }] as const;
    const fills = [...stretch(0, 2_000), ...stretch(60_000, 3_000)];
    const [found, ...others] = findOppositeSides(fills, held, later);
    expect(others).toEqual([]);
    // The ids are sorted, regardless of who traded.
    expect(found).toMatchObject({ accountId: 'b', otherAccountId: 'c', opposedMs: 5_000 });
    expect(found?.evidence).toHaveLength(4);
    expect(findOppositeSides([...stretch(0, 2_000), ...stretch(60_000, 2_999)], held, later)).toEqual([]);
  });

  test('an account that is flat again opposes nobody, whichever side the other account holds', () => {
    for (const units of [20, -20]) {
      const [side, other] = units > 0 ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
      const fills = [fillOf('b', 0, { side }), fillOf('b', 10_000, { side: other })];
      const held = [{ accountId: 'a', market: 'ES', units }] as const;
      expect(findOppositeSides(fills, held, later)).toMatchObject([{ opposedMs: 10_000 }]);
    }
  });

  test('an account’s positions in two contract months are netted', () => {
    const long = { accountId: 'a', market: 'ES', units: 20 } as const;
    const short = { ...long, units: -20 } as const;
    expect(findOppositeSides([fillOf('b', 0, sell)], [long, short], later)).toEqual([]);
    expect(findOppositeSides([fillOf('b', 0, sell)], [long, long, short], later)).toHaveLength(1);
  });

  test('each pair is a separate finding, and nothing counts after the end', () => {
    const held = ['a', 'b'].map((accountId) => ({ accountId, market: 'ES' as const, units: 20 }));
    const found = findOppositeSides([fillOf('c', 0, sell)], held, startAt + 6_000);
    expect(found.map(({ accountId, otherAccountId, opposedMs }) => [accountId, otherAccountId, opposedMs])).toEqual([
      ['a', 'c', 6_000],
      ['b', 'c', 6_000],
    ]);
    expect(findOppositeSides([fillOf('c', 0, sell)], held, startAt - 60_000)).toEqual([]);
    const ended = [fillOf('c', 0, sell), fillOf('c', 7_000), fillOf('c', 20_000, sell)];
    expect(findOppositeSides(ended, held.slice(1), startAt + 10_000)).toMatchObject([{ opposedMs: 7_000 }]);
  });

  test('accounts that always trade the same way are never opposed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(hourMs), fc.integer({ min: 1, max: 5 })), { maxLength: 30 }), (trades) => {
        const fills = trades.flatMap(([afterMs, quantity]) => [
          fillOf('a', afterMs, { quantity }),
          fillOf('b', afterMs, { quantity }),
        ]);
        expect(findOppositeSides(fills, [], later)).toEqual([]);
      }),
    );
  });

  test('the order of the fills makes no difference', () => {
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

  test('ten fills copied within two seconds are a finding that names the leader', () => {
    expect(findCopy(copyOf(1_200), leader)).toMatchObject({
      kind: 'copied-trades',
      accountId: 'follower',
      otherAccountId: 'leader',
      matched: 10,
      fills: 10,
      medianDelayMs: 1_200,
    });
    expect(findCopy(copyOf(copyWindowMs), leader)).not.toBeNull();
    expect(findCopy(copyOf(copyWindowMs + 1), leader)).toBeNull();
  });

  test('eight copied fills of ten are enough, but seven of ten and nine fills in total are not', () => {
    const ownFills = (count: number) =>
      Array.from({ length: count }, (_, index) => fillOf('follower', (30 + index) * minuteMs));
    expect(findCopy([...copyOf(500, 8), ...ownFills(2)], leader)).toMatchObject({ matched: 8, fills: 10 });
    expect(findCopy([...copyOf(500, 7), ...ownFills(3)], leader)).toBeNull();
    expect(findCopy(copyOf(500, 9), leader)).toBeNull();
  });

  test('trades on the other side or in another market are not copies', () => {
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
        expect(matches.length).toBe(maxPairs(left, right));
      }),
    );
  });

  test('precision and recall are at least 0.95 on seeded days', () => {
    let [right, wrong, missed] = [0, 0, 0];
    for (let seed = 1; seed <= 12; seed += 1) {
      const { fills, copies } = seededDay(seed);
      const found = new Set(findCopies(fills).map(({ accountId, otherAccountId }) => `${otherAccountId} ${accountId}`));
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

  test('the account whose fills come first leads, and on a tie the first account passed in', () => {
    expect(findCopy(leader, copyOf(300))).toMatchObject({ accountId: 'follower', otherAccountId: 'leader' });
    expect(findCopy(leader, copyOf(0))).toMatchObject({ otherAccountId: 'leader', medianDelayMs: 0 });
    expect(findCopy(copyOf(0), leader)).toMatchObject({ otherAccountId: 'follower', medianDelayMs: 0 });
    const evidence = findCopy(copyOf(300), leader)?.evidence ?? [];
    expect(evidence.map(({ accountId }) => accountId).slice(0, 4)).toEqual([
      'leader',
      'follower',
      'leader',
      'follower',
    ]);
    expect(evidence).toHaveLength(20);
  });

  test('an account without fills copies nobody', () => {
    expect(findCopy([], leader)).toBeNull();
    expect(findCopy(leader, [])).toBeNull();
  });

  test('a copy two seconds later is found among all fills of a day, and one of nine fills is not', () => {
    expect(findCopies([...leader, ...copyOf(copyWindowMs)])).toMatchObject([{ matched: 10, medianDelayMs: 2_000 }]);
    expect(findCopies([...leader, ...copyOf(copyWindowMs + 1)])).toEqual([]);
    expect(findCopies([...leader, ...copyOf(100, 9)])).toEqual([]);
    const ownFills = (count: number) =>
      Array.from({ length: count }, (_, index) => fillOf('follower', -minuteMs - index));
    expect(findCopies([...leader, ...copyOf(100, 8), ...ownFills(2)])).toMatchObject([{ matched: 8 }]);
    expect(findCopies([...leader, ...copyOf(100, 7), ...ownFills(3)])).toEqual([]);
  });

  test('a pair stays one finding even if the leader changes from fill to fill', () => {
    const turns = Array.from({ length: 10 }, (_, index) => [
      fillOf('a', index * minuteMs + (index % 2) * 500),
      fillOf('b', index * minuteMs + 250),
    ]).flat();
    expect(findCopies(turns)).toMatchObject([{ matched: 10, fills: 10 }]);
  });
});

/** Compares the accounts that trade at the same time eight times, as the database selects them. */
function findCopies(fills: readonly AccountFill[]) {
  const byAccount = Map.groupBy(fills, ({ accountId }) => accountId);
  const sorted = [...fills].sort((left, right) => left.at - right.at);
  const meetings = new Map<string, number>();
  for (const [at, fill] of sorted.entries()) {
    for (let before = at - 1; (sorted[before]?.at ?? 0) >= fill.at - copyWindowMs; before -= 1) {
      const pair = [fill.accountId, sorted[before]?.accountId].sort().join(' ');
      meetings.set(pair, (meetings.get(pair) ?? 0) + 1);
    }
  }
  const pairs = [...meetings].filter(([, count]) => count >= 8).map(([pair]) => pair.split(' '));
  return pairs.flatMap(([left = '', right = '']) =>
    left === right ? [] : (findCopy(byAccount.get(left) ?? [], byAccount.get(right) ?? []) ?? []),
  );
}

/** Size of the maximum matching, by brute force. */
function maxPairs([first, ...rest]: readonly number[], right: readonly number[]): number {
  if (first === undefined) return 0;
  const without = maxPairs(rest, right);
  const withFirst = right.flatMap((at, index) =>
    Math.abs(at - first) <= copyWindowMs ? [1 + maxPairs(rest, right.toSpliced(index, 1))] : [],
  );
  return Math.max(without, ...withFirst);
}

/**
 * A day of 120 traders who cluster around the same announcements, ten who copy one of them with a delay, missed trades
 * and trades of their own, and ten who watch another's trades but follow only half of them or too late.
 */
function seededDay(seed: number): { fills: readonly AccountFill[]; copies: ReadonlySet<string> } {
  const random: Random = { random: seed };
  const between = (low: number, high: number) => nextBetween(random, low, high);
  const sessionMs = 6 * 60 * minuteMs;
  const news = Array.from({ length: 12 }, () => between(0, sessionMs));
  const markets = ['ES', 'MES', 'NQ', 'CL'] as const;
  const tradeOf = (accountId: string) =>
    fillOf(
      accountId,
      nextRandom(random) < 0.4 ? (news[Math.floor(between(0, 12))] ?? 0) + between(0, 20_000) : between(0, sessionMs),
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
    const ownFills = Array.from({ length: Math.floor(between(0, 12)) }, () => tradeOf(name));
    const followed = (traders[index] ?? []).filter(() => nextRandom(random) < share);
    return [
      ...ownFills,
      ...followed.map(({ at, ...fill }) => fillOf(name, at - startAt + delay(), { ...trade(fill) })),
    ];
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

  test('five times the median of at least twenty earlier fills of the market is unusual', () => {
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10 })])).toMatchObject([
      { market: 'ES', contracts: 10, usualContracts: 2 },
    ]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 9 })])).toEqual([]);
    expect(findUnusualSizes(usual.slice(1), [fillOf('a', 0, { quantity: 10 })])).toEqual([]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10, instrument: 'CL' })])).toEqual([]);
  });

  test('ten micros equal one full-size contract', () => {
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 10, instrument: 'MES' })])).toEqual([]);
    expect(findUnusualSizes(usual, [fillOf('a', 0, { quantity: 100, instrument: 'MES' })])).toMatchObject([
      { contracts: 10 },
    ]);
  });
});

describe('unusual size, several fills', () => {
  const usual = Array.from({ length: 20 }, (_, index) => fillOf('a', -1_000 - index, { quantity: 2 }));

  test('one finding per market lists every large fill in time order and the largest size', () => {
    const fills = [fillOf('a', 2_000, { quantity: 11 }), fillOf('a', 1_000, { quantity: 14 })];
    const [found, ...others] = findUnusualSizes(usual, fills);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'unusual-size', accountId: 'a', contracts: 14 });
    expect(found?.evidence.map(({ quantity }) => quantity)).toEqual([14, 11]);
  });

  test('a new habit is reported until it is usual: for twenty fills, when half of all fills are as large', () => {
    const fills = Array.from({ length: 25 }, (_, index) => fillOf('a', index, { quantity: 10 }));
    expect(findUnusualSizes(usual, fills)[0]?.evidence).toHaveLength(20);
  });

  test('fills of the same day become history', () => {
    const day = [...Array.from({ length: 20 }, (_, index) => fillOf('a', index)), fillOf('a', 100, { quantity: 5 })];
    expect(findUnusualSizes([], day)).toMatchObject([{ contracts: 5, usualContracts: 1 }]);
    expect(findUnusualSizes([], day.slice(1))).toEqual([]);
  });
});

describe('unusual timing', () => {
  test('shows only the fills of the quick trades, and nothing without fills', () => {
    const quick = Array.from({ length: 10 }, (_, index) => [
      fillOf('a', index * minuteMs),
      fillOf('a', index * minuteMs + 5_000, sell),
    ]).flat();
    const otherFills = [
      // A slow trade of the same contract, before the quick ones.
      fillOf('a', -20 * minuteMs),
      fillOf('a', -10 * minuteMs, sell),
      fillOf('a', 2_000, { instrument: 'NQ' }),
      fillOf('a', 3_000, { month: '2027-03' as Fill['month'] }),
      fillOf('a', 30 * minuteMs),
    ];
    const found = findUnusualTiming([...quick, ...otherFills].toReversed());
    expect(found).toMatchObject({ kind: 'unusual-timing', accountId: 'a', quick: 10, trades: 11 });
    expect(found?.evidence.map(({ sourceId }) => sourceId)).toEqual(quick.map(({ sourceId }) => sourceId));
    expect(findUnusualTiming([])).toBeNull();
  });

  const trades = (count: number, heldMs: number, from = 0) =>
    Array.from({ length: count }, (_, index) => [
      fillOf('a', from + index * minuteMs),
      fillOf('a', from + index * minuteMs + heldMs, sell),
    ]).flat();

  test('is reported for ten trades closed within five seconds that make up half of the day', () => {
    expect(findUnusualTiming(trades(10, 5_000))).toMatchObject({ quick: 10, trades: 10 });
    expect(findUnusualTiming(trades(9, 5_000))).toBeNull();
    expect(findUnusualTiming(trades(10, 5_001))).toBeNull();
    expect(findUnusualTiming([...trades(10, 1_000), ...trades(10, 20_000, 1_800_000)])).toMatchObject({ trades: 20 });
    expect(findUnusualTiming([...trades(10, 1_000), ...trades(11, 20_000, 1_800_000)])).toBeNull();
  });
});
