import type { output } from 'zod/mini';
import { formatFigure } from '#lib/money/format.ts';
import { selectChartRange } from '#shared/accounts/chart-range.ts';
import type { equityHistory } from '#shared/accounts/contract-equity.ts';
import { EquityChart } from '#ui/equity-chart.tsx';
import { timeText } from './cell.tsx';
import { useTexts } from './texts.ts';

type AccountEquityProps = { readonly history: output<typeof equityHistory>; readonly title: string };

export function AccountEquity({ history: { points, payouts }, title }: AccountEquityProps) {
  const { strings, t, locale } = useTexts();
  const last = points.at(-1);
  if (last === undefined) return null;
  const equity = formatFigure(last.equityCents, locale);
  const floor = last.floorCents === null ? null : formatFigure(last.floorCents, locale);
  return (
    <EquityChart
      points={points}
      payouts={payouts}
      days={selectChartRange(points, 'all').days.map((day) => ({ ...day, label: timeText(day.endsAt).slice(5, 10) }))}
      locale={locale}
      labels={{
        title,
        description: floor === null ? equity : t('equity_description', { equity, floor }),
        highWaterMark: strings.equity_mark,
        floor: floor === null ? '' : strings.column_floorCents,
      }}
    />
  );
}
