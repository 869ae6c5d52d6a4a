import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import {
  type AnnualStatement,
  type StatementTotal,
  statementDateOf,
  statementGroups,
} from '#shared/payouts/annual-statement.ts';

const header = [
  'date_utc',
  'kind',
  'number',
  'description',
  'account',
  'reference',
  'gross_usd',
  'fee_usd',
  'net_usd',
  'tax_included_usd',
] as const;

/** In the reader's language; `note` is the description of the last row. */
type Texts = { readonly note: string; readonly sample: string };

export function writeAnnualStatement({ lines, totals }: AnnualStatement, { note, sample }: Texts): string {
  return toCsv([
    header,
    ...lines.map((line) => [
      statementDateOf(line),
      line.kind,
      line.number,
      line.isSample ? sample : line.description,
      line.account ?? '',
      line.reference ?? '',
      ...amountsOf(line),
    ]),
    ...statementGroups.map((group) => ['', `total-${group}`, '', '', '', '', ...amountsOf(totals[group])]),
    ['', 'note', '', note, '', '', '', '', '', ''],
  ]);
}

function amountsOf({ grossCents, feeCents, netCents, taxCents }: StatementTotal): string[] {
  return [grossCents, feeCents, netCents, taxCents].map(formatDecimal);
}
