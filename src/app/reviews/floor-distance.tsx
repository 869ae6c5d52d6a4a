import { dayName } from '#i18n/performance-review.ts';
import { chicagoDayText } from '#lib/chicago-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import { retention } from '#shared/core/retention.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import styles from './performance-review.module.css';
import { ReportPart } from './report-part.tsx';
import { type Report, type ReportProps, useTexts } from './texts.ts';

const height = 120;

/** The smallest distance to the floor on each day, with a table as the accessible alternative. */
export function FloorDistance({ report: { floor } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  const { days, closeDays: close, lossCents, pricesFrom } = floor;
  if (days.length === 0) {
    return (
      <ReportPart title={strings.floor_title}>
        <p>{strings.floor_none}</p>
      </ReportPart>
    );
  }
  const summary = t('floor_text', { close, days: days.length, loss: formatFigure(lossCents, locale) });
  return (
    <ReportPart title={strings.floor_title}>
      <p>{summary}</p>
      {pricesFrom > 0 && (
        <p className="muted small">
          {t('floor_prices', { days: retention.markDays, date: chicagoDayText(pricesFrom, locale) })}
        </p>
      )}
      <figure className={styles.figure}>
        <figcaption className="muted small">{strings.floor_chart}</figcaption>
        <Bars days={days} lossCents={lossCents} label={`${strings.floor_chart}. ${summary}`} />
      </figure>
      <details className={styles.table}>
        <summary>{strings.table}</summary>
        <DataTable
          caption={strings.floor_title}
          narrow="fit"
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { header: strings.day, cell: ({ day }) => dayName(day, locale) },
            {
              header: strings.floor_lowest,
              align: 'end',
              cell: ({ lowestCents }) => <Money cents={lowestCents} locale={locale} />,
            },
            {
              header: strings.floor_last,
              align: 'end',
              cell: ({ lastCents }) => <Money cents={lastCents} locale={locale} />,
            },
          ]}
        />
      </details>
    </ReportPart>
  );
}

/** The line marks one ordinary loss; a bar that stays below it came that close to the floor. */
function Bars({ days, lossCents, label }: Pick<Report['floor'], 'days' | 'lossCents'> & { readonly label: string }) {
  const highest = Math.max(lossCents, ...days.map(({ lowestCents }) => lowestCents), 1);
  const y = (cents: number) => height - (cents / highest) * height;
  const width = days.length * 10;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={styles.bars}
    >
      {days.map(({ day, lowestCents }, index) => (
        <rect
          key={day}
          x={index * 10 + 1}
          y={y(lowestCents)}
          width={8}
          height={height - y(lowestCents)}
          className={lowestCents <= lossCents ? styles.close : styles.bar}
        />
      ))}
      <line x1={0} x2={width} y1={y(lossCents)} y2={y(lossCents)} className={styles.loss} />
    </svg>
  );
}
