import type { ListFilter } from '#shared/office/define-list.ts';
import type { FigureName } from './contract-figures.ts';
import type { OfficeListName } from './lists.ts';

export type FigureRows = { readonly list: OfficeListName; readonly filter: ListFilter };

type Range = { readonly from: string; readonly to: string };
type Subject = readonly (string | number | null)[];

/** What the affiliates' balances are called among the programs of the liabilities. */
export const affiliatesRow = 'affiliates';

/** By figure: from a row's subject and the figure's range to the rows behind it. */
const rowsByFigure: Readonly<Record<FigureName, (subject: Subject, range: Range) => FigureRows>> = {
  sales: ([day, kind]) => ({ list: 'orders', filter: { kind: String(kind), paidOn: String(day) } }),
  refunds: ([day, kind]) => ({ list: 'orders', filter: { kind: String(kind), refundedOn: String(day) } }),
  'pass-rates': ([program, size], range) => ({
    list: 'accounts',
    filter: { ...range, phase: 'evaluation', program: String(program), size: String(size) },
  }),
  payouts: ([month], range) => ({ list: 'payouts', filter: within(range, monthOf(String(month))) }),
  conversion: ([week], range) => ({
    list: 'people',
    filter: { ...within(range, weekOf(String(week))), only: 'customers' },
  }),
  renewals: ([month], range) => ({
    list: 'subscriptions',
    filter: { ...within(range, monthOf(String(month))), only: 'renewing' },
  }),
  liabilities: ([program]) =>
    program === affiliatesRow
      ? { list: 'affiliates', filter: { only: 'balance' } }
      : { list: 'accounts', filter: { program: String(program), only: 'paying' } },
};

export function figureRows(name: FigureName, subject: Subject, range: Range): FigureRows {
  return rowsByFigure[name](subject, range);
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function monthOf(month: string): Range {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: isoDay(Date.UTC(year, number, 0)) };
}

function weekOf(monday: string): Range {
  return { from: monday, to: isoDay(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000) };
}

function within(range: Range, period: Range): Range {
  return {
    from: period.from > range.from ? period.from : range.from,
    to: period.to < range.to ? period.to : range.to,
  };
}
