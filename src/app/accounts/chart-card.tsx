import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import { chicagoWeekdayText } from '#lib/chicago-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import { type ChartRange, selectChartRange } from '#shared/accounts/chart-range.ts';
import { isFloorless, isTrailing } from '#shared/accounts/drawdown/registry.ts';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import { resultDayOf, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { Card } from '#ui/card.tsx';
import { ChartLegend } from '#ui/chart-legend.tsx';
import { ChartTable } from '#ui/chart-table.tsx';
import { EquityChart } from '#ui/equity-chart.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import styles from './accounts.module.css';
import { timeHeader } from './both-times.ts';
import { levelsOf } from './chart-levels.ts';
import { closesOf, nearestFloors } from './stores/chart.ts';
import { $details } from './stores/details.ts';
import { type HistoryProps, useTexts } from './texts.ts';

const ranges = ['day', 'week', 'all'] as const satisfies readonly ChartRange[];

/** The chosen range shows at once; its drawing follows. */
export function ChartCard({ account }: HistoryProps) {
  const { strings } = useTexts();
  const [range, setRange] = useState<ChartRange>('week');
  const drawn = useDeferredValue(range);
  const name = useId();
  const chooser = (
    <fieldset className="cluster gap-1">
      <legend className="visually-hidden">{strings.range}</legend>
      {ranges.map((value) => (
        <label key={value} className={styles.range}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === range}
            onChange={() => setRange(value)}
          />
          {strings[`range_${value}`]}
        </label>
      ))}
    </fieldset>
  );
  return (
    <Card as="section" title={strings.chart_title} aside={chooser}>
      <Chart account={account} range={drawn} />
    </Card>
  );
}

const Chart = memo(function Chart({ account, range }: HistoryProps & { readonly range: ChartRange }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const series = useMemo(() => nearestFloors(account), [account]);
  const { days, points } = useMemo(() => selectChartRange(series, range), [series, range]);
  const isDaily = isFloorless(account.drawdownMode);
  const floorName = isDaily ? strings.gauge_daily_floor : strings.chart_floor;
  const floorStyle = isDaily ? 'dashed' : 'solid';
  const { view } = account;
  const { data } = useStore($details);
  const payouts = data?.accountId === account.id ? data.adjustments.filter(({ cause }) => cause === 'payout') : [];
  const money = (cents: number) => formatFigure(cents, locale);
  const hasFloor = points.some(({ floorCents }) => floorCents !== null);
  const isTrailingFloor = isTrailing(account.drawdownMode);
  const description =
    view.nearestFloorCents === null
      ? t('chart_description_none', { equity: money(view.equityCents) })
      : t('chart_description', {
          equity: money(view.equityCents),
          floor: money(view.nearestFloorCents),
          room: money(view.remainingDailyDrawdownCents ?? 0),
        });
  if (points.length === 0) return <p className="muted">{strings.chart_empty}</p>;
  return (
    <>
      <EquityChart
        points={isTrailingFloor ? points : points.map((point) => ({ ...point, highWaterMarkCents: null }))}
        days={days.map((day) => ({
          ...day,
          label: chicagoWeekdayText(sessionCloseAt(resultDayOf(day.endsAt)), locale),
        }))}
        locale={locale}
        labels={{
          title: strings.chart_title,
          description,
          highWaterMark: '',
          floor: hasFloor
            ? t(isDaily ? 'chart_daily_line' : 'chart_floor_line', {
                what: view.floorLocked ? strings.gauge_locked : strings[`floor_${account.drawdownMode}`],
              })
            : '',
        }}
        payouts={payouts}
        levels={levelsOf({ account, ...texts })}
        floorStyle={floorStyle}
        measured={false}
        live={view.status === 'active' && isTraded(account.stage)}
      />
      <div className={`cluster between ${styles.chartFooter}`}>
        <ChartLegend
          equity={strings.chart_equity}
          highWaterMark={isTrailingFloor ? strings.gauge_mark : undefined}
          floor={hasFloor ? floorName : undefined}
          floorStyle={floorStyle}
        />
        <details className={styles.table}>
          <summary>{strings.chart_table}</summary>
          <ChartTable
            points={closesOf(series)}
            locale={locale}
            renderTime={(at) => <ExchangeTime at={at} shape="moment" locale={locale} />}
            labels={{
              caption: strings.chart_title,
              time: timeHeader(strings.table_time, texts),
              equity: strings.chart_equity,
              floor: floorName,
              highWaterMark: strings.gauge_mark,
              none: strings.table_none,
            }}
          />
        </details>
      </div>
    </>
  );
});
