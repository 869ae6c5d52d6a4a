import { chicagoWeekdayText } from '#lib/chicago-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EquityChart } from '#ui/equity-chart.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { timeHeader } from '../both-times.ts';
import type { BreachReport } from '../stores/breach.ts';
import { type CardProps, useTexts } from '../texts.ts';
import styles from './breach.module.css';

export function BreachMoments({ report }: CardProps & { readonly report: BreachReport }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const isDaily = report.rule === 'daily-loss';
  const rows = report.moments.map(({ at, sourceId, type, equityCents, floorCents, dailyFloorCents }) => ({
    at,
    sourceId,
    type,
    equityCents,
    floorCents: isDaily ? dailyFloorCents : floorCents,
    highWaterMarkCents: null,
  }));
  const money = (cents: number | null) => (cents === null ? strings.table_none : formatFigure(cents, locale));
  const floorName = isDaily ? strings.gauge_daily_floor : strings.chart_floor;
  const [first] = rows;
  return (
    <div>
      <h3 className={styles.ruleName}>{strings.report_moments}</h3>
      {first && rows.length > 1 && (
        <EquityChart
          points={rows}
          days={[{ startsAt: first.at, endsAt: report.at, label: chicagoWeekdayText(report.at, locale) }]}
          locale={locale}
          floorStyle={isDaily ? 'dashed' : 'solid'}
          labels={{
            title: strings.report_chart,
            description: t('chart_description', {
              equity: money(report.equityCents),
              floor: money(report.floorCents),
              room: money(0),
            }),
            highWaterMark: '',
            floor: t('chart_floor_line', { what: money(report.floorCents) }),
          }}
          measured={false}
        />
      )}
      <details className={styles.table}>
        <summary>{t('report_all', { count: rows.length })}</summary>

        <DataTable
          caption={strings.report_moments}
          narrow="fit"
          rows={rows.toReversed()}
          rowKey={(row) => row.sourceId}
          columns={[
            {
              header: timeHeader(strings.table_time, texts),
              cell: (row) => <ExchangeTime at={row.at} locale={locale} />,
            },
            { header: strings.report_event, cell: (row) => strings[`event_${row.type}`] },
            { header: strings.report_equity, align: 'end', cell: (row) => money(row.equityCents) },
            { header: floorName, align: 'end', cell: (row) => money(row.floorCents) },
          ]}
        />
      </details>
    </div>
  );
}
