import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { type InstrumentCode, instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { at, buy, close, entryTicks, mark, played, sell, trailing } from '../support.ts';

/** Dollars per tick, as the exchanges publish them. */
const tickDollars: Record<InstrumentCode, number> = {
  ...{ ES: 12.5, MES: 1.25, NQ: 5, MNQ: 0.5, RTY: 5, M2K: 0.5, YM: 5, MYM: 0.5, NKD: 25 },
  ...{ CL: 10, MCL: 1, QM: 12.5, NG: 10, MNG: 1, QG: 12.5, RB: 4.2, HO: 4.2 },
  ...{ GC: 10, MGC: 1, SI: 25, SIL: 5, HG: 12.5, MHG: 1.25, PL: 5 },
  ...{ '6E': 6.25, M6E: 1.25, '6B': 6.25, M6B: 0.625, '6J': 6.25, '6A': 5, M6A: 1, '6C': 5, '6S': 6.25, '6N': 5 },
  ...{ ZB: 31.25, UB: 31.25, ZN: 15.625, TN: 15.625, ZF: 7.8125, ZT: 7.8125 },
  ...{ ZC: 12.5, ZS: 12.5, ZW: 12.5, ZM: 10, ZL: 6, LE: 10, HE: 10, GF: 12.5, MBT: 0.5, MET: 0.05 },
};

const monday = '2026-11-16';
const morning = at(monday, '10:00');
const codes = Object.keys(instruments) as InstrumentCode[];

describe('instruments', () => {
  test.each(Object.entries(tickDollars))('a tick of %s is worth $%d', (code, dollars) => {
    const instrument = code as InstrumentCode;
    // A hundred ticks of a hundred contracts is 10,000 tick values: whole cents for every contract.
    const state = played(
      { ...trailing, drawdown: { mode: 'none' }, targetCents: null },
      buy(morning, entryTicks, { instrument, quantity: 100 }),
      sell(morning + 1, entryTicks + 100, { instrument, quantity: 100 }),
    );
    expect(state.balanceCents).toBe(5_000_000 + dollars * 10_000 * 100);
  });

  test('every listed instrument has a published tick value in this test', () => {
    expect(codes.toSorted()).toEqual(Object.keys(tickDollars).toSorted());
  });

  test('only a listed code is an instrument', () => {
    expect(['ES', '6E', 'XX', 'es', 'toString', ''].filter(isInstrument)).toEqual(['ES', '6E']);
  });

  test('tick sizes are exact, down to 1/256 and half a millionth', () => {
    const { ZT, ZB, CL, NKD } = instruments;
    expect([ZT.tickSize, ZB.tickSize, CL.tickSize, NKD.tickSize]).toEqual([1 / 256, 1 / 32, 0.01, 5]);
    expect(instruments['6J']).toMatchObject({ tickSize: 0.0000005, decimals: 7 });
  });

  test('contracts count by size: QM is a half, QG a quarter, SIL a fifth, MBT and MET a tenth', () => {
    const counted = (instrument: InstrumentCode) =>
      contractsIn(played(trailing, buy(morning, 100, { instrument })).positions);
    expect((['CL', 'QM', 'QG', 'SIL', 'MBT', 'MET', 'MES'] as const).map(counted)).toEqual([
      1, 0.5, 0.25, 0.2, 0.1, 0.1, 0.1,
    ]);
  });
});

describe('fractions of a cent', () => {
  const zf = { instrument: 'ZF', quantity: 1 } as const;

  test('one tick of ZF is $7.8125 and shows as $7.82, and four ticks are exactly $31.25', () => {
    const tick = (index: number) => [buy(morning + 2 * index, 1_000, zf), sell(morning + 2 * index + 1, 1_001, zf)];
    const balances = [1, 2, 3, 4].map(
      (count) => played(trailing, Array.from({ length: count }, (_, index) => tick(index)).flat()).balanceCents,
    );
    expect(balances).toEqual([5_000_782, 5_001_563, 5_002_344, 5_003_125]);
  });

  test('a one-tick loss of ZF, $7.8125, shows as $7.81, and the days add up to the balance', () => {
    const state = played(trailing, buy(morning, 1_000, zf), sell(morning + 1, 999, zf), close(monday));
    expect(state.balanceCents).toBe(4_999_219);
    expect(state.days.map(({ profitCents }) => profitCents)).toEqual([-781]);
  });

  test('a three-tick trade of M6B, $1.875, ends flat with equity equal to the balance', () => {
    const m6b = { instrument: 'M6B', quantity: 1 } as const;
    const state = played(trailing, buy(morning, 1_000, m6b), sell(morning + 1, 1_003, m6b));
    expect(state).toMatchObject({ balanceCents: 5_000_188, equityCents: 5_000_188 });
  });

  test('an account survives a quarter of a cent above its floor, but not at the floor', () => {
    // 256 contracts of ZF lose $2,000 per tick: exactly the distance to one floor, a cent less than to the other.
    const held = [buy(morning, 1_000, { ...zf, quantity: 256 }), mark(morning + 1, 999, 'ZF')];
    expect(played(trailing, held).status).toBe('breached');
    // A one-tick win before leaves the account $7.8125 above the floor after the loss, shown as $7.82.
    // Fees of $7.81 leave a quarter of a cent; fees of $7.82 take the account below.
    const statusAfterFee = (feeCents: number) =>
      played(trailing, buy(morning - 2, 1_000, { ...zf, feeCents }), sell(morning - 1, 1_001, zf), held).status;
    expect([statusAfterFee(781), statusAfterFee(782)]).toEqual(['active', 'breached']);
  });

  test('the balance over any fills is the exact sum rounded up once, and days and trades add up to it', () => {
    const trade = fc.record({
      instrument: fc.constantFrom<InstrumentCode>('ZF', 'ZN', 'M6B', 'ZB', 'MES'),
      long: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 7 }),
      ticks: fc.integer({ min: -9, max: 9 }),
      feeCents: fc.nat(300),
    });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 80 }), (trades) => {
        const fills = trades.flatMap(({ instrument, long, quantity, ticks, feeCents }, index) => {
          const where = { instrument, quantity, feeCents };
          const when = morning + index * 3_600_000;
          return long
            ? [buy(when, 1_000, where), sell(when + 1, 1_000 + ticks, where)]
            : [sell(when, 1_000, where), buy(when + 1, 1_000 - ticks, where)];
        });
        let quarterCents = 0n;
        for (const { instrument, quantity, ticks, feeCents } of trades) {
          quarterCents += BigInt(tickDollars[instrument] * 400) * BigInt(quantity * ticks) - BigInt(feeCents * 8);
        }
        const cents = Number(quarterCents / 4n) + (quarterCents > 0n && quarterCents % 4n !== 0n ? 1 : 0);
        const rules = { ...trailing, drawdown: { mode: 'none' }, targetCents: null } as const;
        const { balanceCents, days } = played(rules, fills);
        expect(balanceCents).toBe(5_000_000 + cents);
        expect(days.reduce((sum, { profitCents }) => sum + profitCents, 0)).toBe(cents + 0);
        expect(tradesOf(fills).reduce((sum, { resultCents }) => sum + resultCents, 0)).toBe(cents + 0);
      }),
    );
  });
});
