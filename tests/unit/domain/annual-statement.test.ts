import { describe, expect, test } from 'vitest';
import { annualStatementsOf, type StatementLine } from '../../../src/domain/payout/annual-statement.ts';

describe('lines of a year', () => {
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

  test('are those of the calendar year in UTC, with refunds in their own year', () => {
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
});
