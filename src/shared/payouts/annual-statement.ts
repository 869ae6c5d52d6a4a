/** The kind of a statement line: money paid to the person, money that came back, or money the person paid. */
export const statementKinds = [
  'payout',
  'payout-returned',
  'affiliate-payout',
  'affiliate-payout-returned',
  'purchase',
  'refund',
] as const;

export type StatementKind = (typeof statementKinds)[number];

/** Amounts are negative if money was returned. */
export type StatementLine = {
  readonly kind: StatementKind;
  readonly at: number;
  /** The number of the payout, invoice or credit note. */
  readonly number: string;
  readonly description: string;
  readonly isSample: boolean;
  /** The platform’s number of the account; null if it isn’t about an account. */
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
  /** Oldest first. */
  readonly lines: readonly StatementLine[];
  readonly totals: Readonly<Record<StatementGroup, StatementTotal>>;
};

export function groupOf(kind: StatementKind): StatementGroup {
  if (kind === 'purchase' || kind === 'refund') return 'purchases';
  return kind === 'payout' || kind === 'payout-returned' ? 'payouts' : 'affiliate-payouts';
}

/** The UTC day, which is used on all receipts and payouts. */
export function statementDateOf({ at }: Pick<StatementLine, 'at'>): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Statements for `currentYear` and every calendar year (UTC) with lines, newest first. */
export function annualStatementsOf(lines: readonly StatementLine[], currentYear: number): readonly AnnualStatement[] {
  const years = new Set([currentYear, ...lines.map(yearOf)]);
  return [...years].sort((left, right) => right - left).map((year) => annualStatementOf(lines, year));
}

/** The statement of one calendar year (UTC); empty if the year has no lines. */
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
