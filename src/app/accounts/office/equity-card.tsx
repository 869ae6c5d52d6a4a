import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { timeText } from '#app/office/cell.tsx';
import { useTexts } from '#app/office/texts.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Card } from '#ui/card.tsx';
import { EquityChart } from '#ui/equity-chart.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { selectChartRange } from '../stores/chart.ts';
import { $equity } from '../stores/office-equity.ts';

/** An account's equity over its floor from its start. */
export function EquityCard({ accountId, title }: { readonly accountId: string; readonly title: string }) {
  const { strings, t, locale } = useTexts();
  const state = useStore($equity);
  useEffect(() => void $equity.load(accountId), [accountId]);
  const points = state.status === 'ready' ? state.data.points : [];
  const chart = useMemo(() => selectChartRange(points, 'all'), [points]);
  const last = points.at(-1);
  if (state.status === 'loading') return <Skeleton shape="chart" />;
  if (last === undefined) return null;
  const equity = formatFigure(last.equityCents, locale);
  return (
    <Card as="section" title={title}>
      <EquityChart
        points={chart.points}
        days={chart.days.map((day) => ({ ...day, label: timeText(day.endsAt).slice(5, 10) }))}
        locale={locale}
        labels={{
          title,
          description:
            last.floorCents === null
              ? equity
              : t('equity_description', { equity, floor: formatFigure(last.floorCents, locale) }),
          highWaterMark: strings.equity_mark,
          floor: last.floorCents === null ? '' : strings.column_floorCents,
        }}
        straight
      />
    </Card>
  );
}
