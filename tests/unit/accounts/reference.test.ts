import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getAccountRules, readCatalog } from '#content/catalog.ts';
import type { AccountEvent, AccountState } from '#shared/accounts/model.ts';
import { objectivesOf } from '#shared/accounts/objectives.ts';
import { contractsIn, viewAccount } from '#shared/accounts/view-account.ts';
import type { Program, Size } from '#shared/catalog/programs.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, played, reset, sell } from '../support.ts';

/**
 * What published FAQ answers promise, worked out by hand under the rules on sale. `source` is the answer's
 * category and number: if either side changes, the other must follow.
 */
type Case = {
  readonly source: string;
  readonly what: string;
  readonly account: readonly [Program, Size];
  readonly events: readonly AccountEvent[];
  readonly state: Partial<AccountState>;
};

const [monday, tuesday, wednesday, thursday, friday] = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
] as const;
const bought = buy(at(monday, '10:00'), entryTicks);
/** The price of one ES contract this many dollars from the entry, in ticks of $12.50. */
const dollars = (amount: number) => entryTicks + amount / 12.5;
const traded = (date: string, amount: number) => [...dayTrade(date, amount), close(date)];

const cases: readonly Case[] = [
  {
    source: '1-22',
    what: 'a close 600 up lifts the floor by 600 and a close 200 down leaves it: 50,000 − 2,000 + 600 = 48,600',
    account: ['classic', '50K'],
    events: [...traded(monday, 600), ...traded(tuesday, -200)],
    state: { balanceCents: 5_040_000, highWaterMarkCents: 5_060_000, floorCents: 4_860_000, status: 'active' },
  },
  {
    source: '1-22',
    what: 'Premium follows the same rule as Classic',
    account: ['premium', '50K'],
    events: [...traded(monday, 600), ...traded(tuesday, -200)],
    state: { balanceCents: 5_040_000, highWaterMarkCents: 5_060_000, floorCents: 4_860_000, status: 'active' },
  },
  {
    source: '1-23',
    what: '900 up at noon and 100 up at the close lifts the floor by 100: 48,100',
    account: ['classic', '50K'],
    events: [bought, mark(at(monday, '12:00'), dollars(900)), sell(at(monday, '15:00'), dollars(100)), close(monday)],
    state: { balanceCents: 5_010_000, floorCents: 4_810_000 },
  },
  {
    source: '1-23',
    what: 'equity that touches the floor at 10:14 ends the account at 10:14, however the day closes',
    account: ['classic', '50K'],
    events: [
      bought,
      mark(at(monday, '10:14'), dollars(-2_000)),
      sell(at(monday, '15:00'), dollars(500)),
      close(monday),
    ],
    state: {
      status: 'breached',
      breach: {
        rule: 'max-loss',
        at: at(monday, '10:14'),
        day: getTradingDay(monday),
        floorCents: 4_800_000,
        equityCents: 4_800_000,
      },
    },
  },
  {
    source: '1-24',
    what: 'a best close 3,000 above the start locks the floor of a 100K at 100,000',
    account: ['classic', '100K'],
    events: [...traded(monday, 3_000), ...traded(tuesday, 2_000), ...traded(wednesday, -1_000)],
    state: { balanceCents: 10_400_000, floorCents: 10_000_000, floorLocked: true },
  },
  {
    source: '1-25',
    what: 'the static floor of a 25K stays 750 below the start, whatever the profit',
    account: ['ascension', '25K'],
    events: [...traded(monday, 500), ...traded(tuesday, 600)],
    state: { balanceCents: 2_610_000, floorCents: 2_425_000, floorLocked: false },
  },
  {
    source: '1-26',
    what: 'a loss of 1,000 locks the day of a Merit 50K, 1,000 below its opening balance',
    account: ['merit', '50K'],
    events: [bought, mark(at(monday, '11:00'), dollars(-1_000)), sell(at(monday, '11:00'), dollars(-1_000))],
    state: { status: 'locked', breach: null, dailyFloorCents: 4_900_000 },
  },
  {
    source: '1-26',
    what: 'a locked account trades again from 17:00: 49,000 − 1,000 = 48,000',
    account: ['merit', '50K'],
    events: [
      bought,
      sell(at(monday, '11:00'), dollars(-1_000)),
      close(monday),
      buy(at(monday, '17:05'), entryTicks, { instrument: 'MES', month: '2026-12' }),
    ],
    state: { status: 'active', dailyFloorCents: 4_800_000 },
  },
  {
    source: '3-62',
    what: 'five days of 300 pass a Classic 25K at the fifth close: 1,500 on 5 days',
    account: ['classic', '25K'],
    events: [monday, tuesday, wednesday, thursday, friday].flatMap((date) => traded(date, 300)),
    state: { status: 'passed', passedAt: at(friday, '16:00') },
  },
  {
    source: '3-62',
    what: 'four days of 375 reach the 1,500 but not the five days',
    account: ['classic', '25K'],
    events: [monday, tuesday, wednesday, thursday].flatMap((date) => traded(date, 375)),
    state: { status: 'active', balanceCents: 2_650_000 },
  },
  {
    source: '3-63',
    what: 'two days of 1,500 pass an Ascension 50K: the best day is half of 3,000',
    account: ['ascension', '50K'],
    events: [...traded(monday, 1_500), ...traded(tuesday, 1_500)],
    state: { status: 'passed', passedAt: at(tuesday, '16:00') },
  },
  {
    source: '1-30',
    what: 'days of 2,000 and 1,000 don’t pass: the best day requires 2,000 ÷ 0.5 = 4,000, and nothing is breached',
    account: ['ascension', '50K'],
    events: [...traded(monday, 2_000), ...traded(tuesday, 1_000)],
    state: { status: 'active', breach: null, balanceCents: 5_300_000 },
  },
  {
    source: '4-90',
    what: 'a payout lowers the balance but neither the floor nor the high-water mark',
    account: ['classic', '50K'],
    events: [...traded(monday, 600), adjust(at(tuesday, '09:00'), -40_000)],
    state: { balanceCents: 5_020_000, floorCents: 4_860_000, highWaterMarkCents: 5_060_000, breach: null },
  },
  {
    source: '5-104',
    what: 'a reset restarts the account at the starting balance with the original floor',
    account: ['classic', '50K'],
    events: [
      ...traded(monday, 1_000),
      bought,
      mark(at(tuesday, '10:00'), dollars(-3_000)),
      reset(at(tuesday, '12:00')),
    ],
    state: { status: 'active', balanceCents: 5_000_000, floorCents: 4_800_000, days: [], positions: [] },
  },
];

const catalog = readCatalog();
const rulesFor = ([program, size]: Case['account']) => getAccountRules(catalog, 'v1', program, size);

describe('published answers under the published rules', () => {
  test.each(cases)('$source: $what', ({ account, events, state }) => {
    expect(played(rulesFor(account), events)).toMatchObject(state);
  });

  test('1-29: one ES and five MES count as one and a half minis', () => {
    const held = [bought, buy(at(monday, '10:01'), entryTicks, { instrument: 'MES', month: '2026-12', quantity: 5 })];
    expect(contractsIn(played(rulesFor(['classic', '50K']), held).positions)).toBe(1.5);
  });

  test('1-30: reaching the full target of 3,000 in one day requires 3,000 ÷ 0.5 = 6,000', () => {
    const rules = rulesFor(['ascension', '50K']);
    const consistency = objectivesOf(rules, played(rules, traded(monday, 3_000))).find(
      ({ name }) => name === 'consistency',
    );
    expect(consistency).toMatchObject({ bestDayCents: 300_000, requiredProfitCents: 600_000, reached: false });
  });

  test('1-27: a trade on Sunday at 18:00 in Chicago belongs to Monday', () => {
    const sunday = at('2026-11-15', '18:00');
    const { days } = played(
      rulesFor(['classic', '50K']),
      buy(sunday, entryTicks),
      sell(sunday + 60_000, entryTicks + 8),
    );
    expect(days).toMatchObject([{ day: monday, fills: 2, profitCents: 10_000 }]);
  });

  test('1-23: remaining drawdown is equity less today’s floor', () => {
    const rules = rulesFor(['classic', '50K']);
    const state = played(
      rules,
      traded(monday, 600),
      buy(at(tuesday, '10:00'), entryTicks),
      mark(at(tuesday, '10:05'), dollars(-100)),
    );
    expect(viewAccount(rules, state)).toMatchObject({ equityCents: 5_050_000, remainingDrawdownCents: 190_000 });
  });

  test('each source is a published answer', () => {
    const answers = readdirSync('content/faq/en');
    for (const { source } of cases)
      expect(
        answers.some((name) => name.startsWith(`${source}-`)),
        source,
      ).toBe(true);
  });
});
