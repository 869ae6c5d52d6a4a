import { describe, expect, test } from 'vitest';
import { annualStatementsOf, type StatementLine, statementDateOf } from '#shared/payouts/annual-statement.ts';

describe('an annual statement', () => {
  const line = (change: Partial<StatementLine>): StatementLine => ({
    ...({
      kind: 'purchase',
      at: 0,
      number: '',
      description: '',
      account: null,
      reference: null,
      isSample: false,
    } as const),
    ...{ grossCents: 0, feeCents: 0, netCents: 0, taxCents: 0, ...change },
  });

  test('covers the calendar year in UTC and lists a refund in the year of the refund', () => {
    const statements = annualStatementsOf(
      [
        line({ at: Date.parse('2026-12-31T23:59:59Z'), grossCents: 14_900, netCents: 14_900, taxCents: 2_786 }),
        line({ kind: 'refund', at: Date.parse('2027-01-01T00:00:00Z'), grossCents: -14_900, netCents: -14_900 }),
        line({
          kind: 'payout',
          at: Date.parse('2026-06-01T12:00:00Z'),
          grossCents: 90_000,
          feeCents: 500,
          netCents: 89_500,
        }),
      ],
      2028,
    );
    expect(statements.map(({ year, lines, totals }) => [year, lines.length, totals.purchases.grossCents])).toEqual([
      [2028, 0, 0],
      [2027, 1, -14_900],
      [2026, 2, 14_900],
    ]);
    expect(statements[2]?.totals.payouts).toEqual({ grossCents: 90_000, feeCents: 500, netCents: 89_500, taxCents: 0 });
    expect(statements[2]?.lines.map(({ kind }) => kind)).toEqual(['payout', 'purchase']);
  });

  test('nets returned money against payments and keeps commissions apart from a trader’s payouts', () => {
    const at = Date.parse('2026-03-05T00:00:00Z');
    const [statement] = annualStatementsOf(
      [
        line({ kind: 'payout', at, grossCents: 90_000, feeCents: 500, netCents: 89_500 }),
        line({ kind: 'payout-returned', at: at + 1, grossCents: -90_000, feeCents: -500, netCents: -89_500 }),
        line({ kind: 'affiliate-payout', at, grossCents: 30_000, netCents: 30_000 }),
        line({ kind: 'purchase', at, grossCents: 14_900, netCents: 14_900, taxCents: 2_379 }),
        line({ kind: 'refund', at, grossCents: -4_900, netCents: -4_900, taxCents: -782 }),
      ],
      2026,
    );
    expect(statement?.totals).toEqual({
      payouts: { grossCents: 0, feeCents: 0, netCents: 0, taxCents: 0 },
      'affiliate-payouts': { grossCents: 30_000, feeCents: 0, netCents: 30_000, taxCents: 0 },
      purchases: { grossCents: 10_000, feeCents: 0, netCents: 10_000, taxCents: 1_597 },
    });
  });

  test('dates its lines by the day in UTC', () => {
    expect(statementDateOf({ at: Date.parse('2026-12-31T23:59:59Z') })).toBe('2026-12-31');
  });
});
