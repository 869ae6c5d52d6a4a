import { describe, expect, test } from 'vitest';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { type ContractMonth, contractName, frontMonthOf, isContractMonth } from '#shared/exchange/contract-month.ts';
import { at, buy, entryTicks, mark, played, sell, trailing } from '../support.ts';

const morning = at('2026-11-16', '10:00');
const december = { month: '2026-12' } as const;
const march = { month: '2027-03' } as const;

describe('positions in several contract months', () => {
  test('selling December closes December and leaves March open', () => {
    const state = played(
      trailing,
      buy(morning, entryTicks, december),
      buy(morning + 1, entryTicks + 200, march),
      sell(morning + 2, entryTicks + 8, december),
    );
    // Eight ticks of $12.50; the 200 ticks between the months belong to no trade.
    expect(state).toMatchObject({ balanceCents: 5_010_000, equityCents: 5_010_000, status: 'active' });
    expect(state.positions).toMatchObject([{ instrument: 'ES', month: '2027-03', quantity: 1 }]);
  });

  test('a calendar spread keeps both legs and moves with their price difference', () => {
    const spread = [sell(morning, entryTicks, december), buy(morning + 1, entryTicks + 200, march)];
    const held = played(
      trailing,
      spread,
      mark(morning + 2, entryTicks + 400, 'ES', '2026-12'),
      mark(morning + 3, entryTicks + 604, 'ES', '2027-03'),
    );
    // 400 against the short, 404 in favor of the long: four ticks.
    expect(held).toMatchObject({ balanceCents: 5_000_000, equityCents: 5_005_000, status: 'breached' });
    const quiet = played(trailing, spread, mark(morning + 2, entryTicks + 204, 'ES', '2027-03'));
    expect(quiet).toMatchObject({ equityCents: 5_005_000, status: 'active' });
  });

  test('a mark of one month leaves the other’s price unchanged', () => {
    const state = played(
      trailing,
      buy(morning, entryTicks, december),
      mark(morning + 1, entryTicks - 400, 'ES', '2027-03'),
    );
    expect(state).toMatchObject({ equityCents: 5_000_000, status: 'active' });
  });

  test('a roll is two trades with separate results', () => {
    const fills = [
      buy(morning, entryTicks, december),
      sell(morning + 1, entryTicks + 10, december),
      buy(morning + 1, entryTicks + 210, march),
      sell(morning + 2, entryTicks + 206, march),
    ];
    expect(tradesOf(fills)).toMatchObject([
      { instrument: 'ES', month: '2026-12', resultCents: 12_500 },
      { instrument: 'ES', month: '2027-03', resultCents: -5_000 },
    ]);
  });

  test('all months and both directions count together toward the contract limit', () => {
    const state = played(
      trailing,
      buy(morning, entryTicks, { ...december, quantity: 2 }),
      sell(morning + 1, entryTicks, { ...march, quantity: 1 }),
      buy(morning + 2, entryTicks, { ...march, instrument: 'MES', quantity: 3 }),
    );
    expect(viewAccount(trailing, state).contractsInUse).toBe(3.3);
  });
});

describe('contract months', () => {
  test('ES is listed in March, June, September and December, CL in every month', () => {
    const listed = (code: 'ES' | 'CL') =>
      Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`).filter((month) =>
        isContractMonth(code, month),
      );
    expect(listed('ES')).toEqual(['2026-03', '2026-06', '2026-09', '2026-12']);
    expect(listed('CL')).toHaveLength(12);
  });

  test.each(['2026-11', '2026-13', '26-12', 'Z6', '', 'x2026-12', '2026-12-01'])(
    '%j is not a contract month of ES',
    (month) => {
      expect(isContractMonth('ES', month)).toBe(false);
    },
  );

  test('a contract is named by its month letter and the last digit of its year', () => {
    expect([contractName('ES', '2026-12'), contractName('6E', '2027-03')]).toEqual(['ESZ6', '6EH7']);
  });

  test.each<[string, 'ES' | 'CL' | 'GC' | 'PL', ContractMonth]>([
    ['2026-10-15', 'ES', '2026-12'],
    ['2026-11-20', 'PL', '2027-01'],
    ['2026-11-16', 'ES', '2026-12'],
    ['2026-12-09', 'ES', '2026-12'],
    ['2026-12-14', 'ES', '2027-03'],
    ['2026-11-16', 'CL', '2026-12'],
    ['2026-12-14', 'GC', '2027-02'],
  ])('on %s the front month of %s is %s', (date, code, month) => {
    expect(frontMonthOf(code, at(date, '10:00'))).toBe(month);
  });
});
