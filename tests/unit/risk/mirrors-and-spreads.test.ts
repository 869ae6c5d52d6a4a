import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { nextBetween, nextRandom, type Random } from '#lib/random.ts';
import type { AccountFill } from '#shared/risk/findings.ts';
import { findMirror, isRepeated } from '#shared/risk/mirrored-trades.ts';
import { findSpreads } from '#shared/risk/spreads.ts';

const startAt = Date.parse('2026-11-19T14:30:00Z');
const month = '2026-12';

type ContractFill = AccountFill & { readonly month: string };

function fill(
  accountId: string,
  afterMs: number,
  side: 'buy' | 'sell',
  change: Partial<ContractFill> = {},
): ContractFill {
  const at = startAt + afterMs;
  return { accountId, sourceId: `${accountId}-${afterMs}`, at, instrument: 'ES', month, side, quantity: 1, ...change };
}

/** Four fills, ten minutes apart; a mirror image follows after a delay. */
const fourFills = (accountId: string, delayMs: number, first: 'buy' | 'sell') =>
  [0, 1, 2, 3].map((index) => {
    const isFirst = index % 2 === 0;
    return fill(accountId, index * 10 * minuteMs + delayMs, isFirst === (first === 'buy') ? 'buy' : 'sell');
  });

describe('mirrored trades of a day', () => {
  const left = fourFills('a', 0, 'buy');

  test('are fills of the other side within ten seconds', () => {
    const right = fourFills('b', 10_000, 'sell');
    expect(findMirror(left, right)).toMatchObject({ matched: 4, fills: 4 });
    expect(findMirror(left, right)?.evidence.map(({ accountId, side }) => `${accountId} ${side}`)).toEqual([
      ...['a buy', 'b sell', 'a sell', 'b buy', 'a buy', 'b sell', 'a sell', 'b buy'],
    ]);
    expect(findMirror(left, fourFills('b', 10_001, 'sell'))).toBeNull();
  });

  test('aren’t copies of the same side, nor three of four fills, nor a single fill', () => {
    expect(findMirror(left, fourFills('b', 500, 'buy'))).toBeNull();
    const [, ...three] = fourFills('b', 500, 'sell');
    expect(findMirror(left, [fill('b', 5 * minuteMs, 'sell'), ...three])).toBeNull();
    expect(findMirror(left, three.slice(0, 1))).toBeNull();
  });

  test('aren’t found between 1,000 pairs of independent traders, of whom many trade the same news', () => {
    const random: Random = { random: 7 };
    const between = (low: number, high: number) => nextBetween(random, low, high);
    let pairsFound = 0;
    for (let pair = 0; pair < 1_000; pair += 1) {
      const mirrored: { matched: number }[] = [];
      for (let day = 0; day < 10; day += 1) {
        const news = Array.from({ length: 12 }, () => between(0, 6 * hourMs));
        const tradeDay = (accountId: string) =>
          Array.from({ length: Math.floor(between(2, 40)) }, () => {
            const isNews = nextRandom(random) < 0.4;
            return isNews ? (news[Math.floor(between(0, 12))] ?? 0) + between(0, 20_000) : between(0, 6.5 * hourMs);
          }).flatMap((openedMs) => {
            const sides = nextRandom(random) < 0.5 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
            const closedMs = openedMs + between(2_000, 30 * minuteMs);
            return [fill(accountId, openedMs, sides[0]), fill(accountId, closedMs, sides[1])];
          });
        mirrored.push(...[findMirror(tradeDay('a'), tradeDay('b'))].filter((mirror) => mirror !== null));
      }
      if (isRepeated(mirrored)) pairsFound += 1;
    }
    expect(pairsFound).toBe(0);
  });

  // Within ten seconds of one of a scalper's fills on each side is much of the day: by chance alone, entry and exit of a
  // few trades mirror theirs on up to every third day, so that a pair in three would be found in ten days.
  test.each([
    [1, 1_000, 6.5],
    [3, 1_000, 6.5],
    [1, 150, 1],
    [150, 150, 0.2],
  ])('aren’t found between strangers who make %i and %i trades a day in %f hours', (few, many, hours) => {
    const random: Random = { random: 5 };
    const tradeDay = (accountId: string, trades: number) =>
      Array.from({ length: trades }, () => {
        const sides = nextRandom(random) < 0.5 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
        const openedMs = nextBetween(random, 0, hours * hourMs);
        return [
          fill(accountId, openedMs, sides[0]),
          fill(accountId, openedMs + nextBetween(random, 5_000, 300_000), sides[1]),
        ];
      }).flat();
    const pairs = Array.from({ length: 50 }, () =>
      Array.from({ length: 10 }, () => findMirror(tradeDay('a', few), tradeDay('b', many))).filter(
        (day) => day !== null,
      ),
    );
    expect(pairs.filter(isRepeated)).toEqual([]);
    // Who does take the other side of each of these trades is still found.
    const scalper = tradeDay('a', 100);
    const turned = scalper.map(({ at, side }) => fill('b', at - startAt + 900, side === 'buy' ? 'sell' : 'buy'));
    expect(findMirror(scalper, turned)?.matched).toBe(200);
  });

  /** A trade a day, from the open on, held for some minutes: what a hundred strangers do, and one of them with a partner. */
  test('show on the sixth day who trades once a day against another one, and none of 4,950 pairs of strangers', () => {
    const random: Random = { random: 11 };
    const traders = Array.from({ length: 100 }, (_, index) => `${index}`);
    const days = Array.from({ length: 10 }, () => {
      const fills = new Map(
        traders.map((id) => {
          const sides = nextRandom(random) < 0.5 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
          const [openedMs, heldMs] = [nextBetween(random, 0, 20_000), nextBetween(random, 5_000, 30 * minuteMs)];
          return [id, [fill(id, openedMs, sides[0]), fill(id, openedMs + heldMs, sides[1])]];
        }),
      );
      const turned = (fills.get('0') ?? []).map(({ at, side }) =>
        fill('partner', at - startAt + nextBetween(random, 0, 9_000), side === 'buy' ? 'sell' : 'buy'),
      );
      return fills.set('partner', turned);
    });
    const foundBy = (one: string, other: string, count: number) =>
      isRepeated(
        days
          .slice(0, count)
          .map((fills) => findMirror(fills.get(one) ?? [], fills.get(other) ?? []))
          .filter((mirror) => mirror !== null),
      );
    const found = traders.flatMap((one, index) => traders.slice(index + 1).filter((other) => foundBy(one, other, 10)));
    expect(found).toEqual([]);
    expect([5, 6].map((count) => foundBy('0', 'partner', count))).toEqual([false, true]);
  });
});

describe('a spread', () => {
  const until = startAt + hourMs;

  test('is one product held both ways in two months, for as long as both are open', () => {
    const fills = [
      fill('a', 0, 'buy'),
      fill('a', minuteMs, 'sell', { month: '2027-03' }),
      fill('a', 3 * minuteMs, 'sell'),
      fill('a', 9 * minuteMs, 'buy', { month: '2027-03' }),
    ];
    const [found, ...others] = findSpreads(fills, [], until);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'spread', accountId: 'a', market: 'ES', spreadMs: 2 * minuteMs });
    expect(found?.evidence.map(({ at }) => at - startAt)).toEqual([minuteMs, 3 * minuteMs]);
  });

  test('is a contract against its micro, and lasts until now while it is open', () => {
    const fills = [fill('a', 0, 'sell'), fill('a', minuteMs, 'buy', { instrument: 'MES' })];
    expect(findSpreads(fills, [], until)).toMatchObject([{ market: 'ES', spreadMs: hourMs - minuteMs }]);
  });

  test('counts what was held before the day', () => {
    const held = [
      { instrument: 'ES', month, quantity: 1 },
      { instrument: 'ES', month: '2027-03', quantity: -1 },
    ] as const;
    expect(findSpreads([fill('a', minuteMs, 'buy')], held, until)).toMatchObject([{ spreadMs: hourMs - minuteMs }]);
  });

  test('isn’t a position that moves to the next month within five seconds, nor two products', () => {
    const roll = [
      fill('a', 0, 'buy'),
      fill('a', minuteMs, 'sell', { month: '2027-03' }),
      fill('a', minuteMs + 4_999, 'sell'),
    ];
    expect(findSpreads(roll, [], until)).toEqual([]);
    expect(findSpreads([fill('a', 0, 'buy'), fill('a', minuteMs, 'sell', { instrument: 'NQ' })], [], until)).toEqual(
      [],
    );
  });
});
