import { chicagoWeekdayText } from '#lib/chicago-time.ts';
import { formatDay } from '#lib/format-day.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { getTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { Card } from '#ui/card.tsx';
import { ChartLegend } from '#ui/chart-legend.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { TableTwin } from '#ui/table-twin.tsx';
import type { Statistics } from '../stores/statistics.ts';
import { ResultChart } from './result-chart.tsx';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';

/** Above this many days the axis shows dates, because weekdays would repeat. */
const maxWeekdayLabels = 10;

/** Cumulative results over the trading days, and the drawdown below them. */
export function Curve({ statistics }: { readonly statistics: Statistics }) {
  const { strings, t, locale } = useTexts();
  const { points, days } = statistics.curve;
  const [first] = days;
  const shown = first === undefined ? [] : points.filter(({ at }) => at >= first.startsAt);
  const labelOf = (day: string) =>
    days.length > maxWeekdayLabels
      ? formatDay(day, locale, 'short')
      : chicagoWeekdayText(sessionCloseAt(getTradingDay(day)), locale);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const fall = formatFigure(-statistics.maxDrawdownCents, locale);
  return (
    <Card
      as="section"
      className={styles.curve}
      title={strings.curve}
      aside={<ChartLegend equity={strings.result} floor={strings.drawdown} />}
    >
      <ResultChart
        points={shown}
        days={days.map(({ day, ...times }) => ({ ...times, label: labelOf(day) }))}
        locale={locale}
        label={t('curve_text', {
          trades: count(statistics.trades),
          days: count(days.length),
          sum: formatFigure(statistics.resultCents, locale),
          fall: formatFigure(statistics.maxDrawdownCents, locale),
        })}
        deepestText={
          statistics.maxDrawdownDay === null ? '' : `${fall}, ${formatDay(statistics.maxDrawdownDay, locale, 'short')}`
        }
      />
      <TableTwin label={strings.view_table}>
        <DataTable
          caption={strings.curve_table}
          narrow="fit"
          rows={days.toReversed()}
          rowKey={(row) => row.day}
          columns={[
            { header: strings.day, sorted: 'descending', cell: (row) => formatDay(row.day, locale, 'medium') },
            { header: strings.trades, align: 'end', cell: (row) => count(row.trades) },
            {
              header: strings.result,
              align: 'end',
              cell: (row) => <Money cents={row.resultCents} locale={locale} signed />,
            },
            { header: strings.sum, align: 'end', cell: (row) => <Money cents={row.sumCents} locale={locale} signed /> },
          ]}
        />
      </TableTwin>
    </Card>
  );
}
