import type { EquityPoint } from '../lib/chart/equity-chart-layout.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Money } from './money.tsx';

type ChartTableProps = {
  /** Few enough to read: one for each day's close is what people compare. */
  readonly points: readonly EquityPoint[];
  readonly locale: string;
  /** The moment as people read it, in the exchange's time. */
  readonly formatTime: (at: number) => string;
  readonly labels: {
    readonly caption: string;
    readonly time: string;
    readonly equity: string;
    readonly floor: string;
    readonly highWaterMark: string;
    /** Stands where there is no value. */
    readonly none: string;
  };
};

/** The same figures as the chart, for reading and copying. */
export function ChartTable({ points, locale, formatTime, labels }: ChartTableProps) {
  const amount = (cents: number | null) => (cents === null ? labels.none : <Money cents={cents} locale={locale} />);
  const columns: readonly Column<EquityPoint>[] = [
    { key: 'time', head: labels.time, cell: (point) => formatTime(point.at) },
    { key: 'equity', head: labels.equity, align: 'end', cell: (point) => amount(point.equityCents) },
    { key: 'floor', head: labels.floor, align: 'end', cell: (point) => amount(point.floorCents) },
    { key: 'mark', head: labels.highWaterMark, align: 'end', cell: (point) => amount(point.highWaterMarkCents) },
  ];
  return (
    <DataTable caption={labels.caption} hideCaption columns={columns} rows={points} rowKey={(point) => point.at} />
  );
}
