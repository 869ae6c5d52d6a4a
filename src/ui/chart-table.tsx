import type { ReactNode } from 'react';
import type { ChartPoint } from '#lib/chart/equity-chart-layout.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Money } from './money.tsx';

type ChartTableProps = {
  /** Few enough to read, such as one per daily close. */
  readonly points: readonly ChartPoint[];
  readonly locale: string;
  /** Renders the time in the exchange's time zone with the user's beside it. */
  readonly renderTime: (at: number) => ReactNode;
  readonly labels: {
    readonly caption: string;
    readonly time: string;
    readonly equity: string;
    readonly floor: string;
    readonly highWaterMark: string;
    /** Shown if there is no value. */
    readonly none: string;
  };
};

export function ChartTable({ points, locale, renderTime, labels }: ChartTableProps) {
  const amount = (cents: number | null) => (cents === null ? labels.none : <Money cents={cents} locale={locale} />);
  const columns: readonly Column<ChartPoint>[] = [
    { header: labels.time, cell: (point) => renderTime(point.at) },
    { header: labels.equity, align: 'end', cell: (point) => amount(point.equityCents) },
    { header: labels.floor, align: 'end', cell: (point) => amount(point.floorCents) },
    { header: labels.highWaterMark, align: 'end', cell: (point) => amount(point.highWaterMarkCents) },
  ];
  return <DataTable caption={labels.caption} columns={columns} rows={points} rowKey={(point) => point.at} />;
}
