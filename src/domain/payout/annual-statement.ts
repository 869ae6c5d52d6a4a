/** What a line of the statement is: money that reached the person, money that came back, or what the person paid. */
export const statementKinds = [
  'payout',
  'payout-returned',
  'affiliate-payout',
  'affiliate-payout-returned',
  'purchase',
  'refund',
] as const;

export type StatementKind = (typeof statementKinds)[number];

/** Amounts are negative where money went back. */
export type StatementLine = {
  readonly kind: StatementKind;
  readonly at: number;
  /** Of the payout, the invoice or the credit note. */
  readonly number: string;
  readonly description: string;
  /** Seeded by the demo. */
  readonly isSample: boolean;
  /** The platform’s number of the account it was for; null where it was for none. */
  readonly account: string | null;
  /** The bank’s or the network’s reference. */
  readonly reference: string | null;
  /** Before the fee. */
  readonly grossCents: number;
  readonly feeCents: number;
  readonly netCents: number;
  /** Included in the gross amount. */
  readonly taxCents: number;
};

export type StatementTotal = Pick<StatementLine, 'grossCents' | 'feeCents' | 'netCents' | 'taxCents'>;

export const statementGroups = ['payouts', 'affiliate-payouts', 'purchases'] as const;

export type StatementGroup = (typeof statementGroups)[number];

export type AnnualStatement = {
  readonly year: number;
  /** In the order of the year. */
  readonly lines: readonly StatementLine[];
  readonly totals: Readonly<Record<StatementGroup, StatementTotal>>;
};

export function groupOf(kind: StatementKind): StatementGroup {
  if (kind === 'purchase' || kind === 'refund') return 'purchases';
  return kind === 'payout' || kind === 'payout-returned' ? 'payouts' : 'affiliate-payouts';
}

/** The day in UTC, as every receipt and payout is dated. */
export function statementDateOf({ at }: Pick<StatementLine, 'at'>): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A statement for each calendar year (UTC) that has a line, and for `currentYear`; the newest first. */
export function annualStatementsOf(lines: readonly StatementLine[], currentYear: number): readonly AnnualStatement[] {
  const years = new Set([currentYear, ...lines.map(yearOf)]);
  return [...years].sort((left, right) => right - left).map((year) => annualStatementOf(lines, year));
}

/** The statement of one year (UTC), which is empty if no line is of that year. */
export function annualStatementOf(lines: readonly StatementLine[], year: number): AnnualStatement {
  const sorted = lines.filter((line) => yearOf(line) === year).sort((left, right) => left.at - right.at);
  const sum = (group: StatementGroup) =>
    sorted
      .filter(({ kind }) => groupOf(kind) === group)
      .reduce<StatementTotal>(
        (total, line) => ({
          grossCents: total.grossCents + line.grossCents,
          feeCents: total.feeCents + line.feeCents,
          netCents: total.netCents + line.netCents,
          taxCents: total.taxCents + line.taxCents,
        }),
        { grossCents: 0, feeCents: 0, netCents: 0, taxCents: 0 },
      );
  const totals = {
    payouts: sum('payouts'),
    'affiliate-payouts': sum('affiliate-payouts'),
    purchases: sum('purchases'),
  };
  return { year, lines: sorted, totals };
}

function yearOf({ at }: StatementLine): number {
  return new Date(at).getUTCFullYear();
}
