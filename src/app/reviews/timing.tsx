import { formatCount, formatHour, formatPValue, weekdayName } from '#i18n/performance-review.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import styles from './performance-review.module.css';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';

export function Timing({ report: { conclusions } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  if (conclusions === null) return null;
  const { tests, effects } = conclusions.timing;
  const found = effects.filter(({ isFinding }) => isFinding).length;
  return (
    <ReportPart title={strings.timing_title} isWide>
      <p>{found === 0 ? strings.timing_none : t('timing_some', { count: found })}</p>
      <p className="muted small">{t('timing_method', { tests })}</p>
      <DataTable
        caption={strings.timing_title}
        rows={effects}
        rowKey={({ kind, key }) => `${kind} ${key}`}
        columns={[
          {
            header: strings.time,
            cell: ({ kind, key, isFinding }) => (
              <span className={isFinding ? styles.finding : undefined}>
                {kind === 'hour' ? `${formatHour(key)}–${formatHour(key + 1)}` : weekdayName(key, locale)}
                {isFinding && <small> {strings.finding}</small>}
              </span>
            ),
          },
          { header: strings.trades, align: 'end', cell: ({ trades }) => formatCount(trades, locale) },
          {
            header: strings.average,
            align: 'end',
            cell: ({ averageCents }) => <Money cents={averageCents} locale={locale} signed />,
          },
          {
            header: strings.other_average,
            align: 'end',
            cell: ({ otherAverageCents }) => <Money cents={otherAverageCents} locale={locale} signed />,
          },
          {
            header: strings.adjusted_p,
            align: 'end',
            cell: ({ adjustedP }) => (adjustedP === null ? strings.none : formatPValue(adjustedP, locale)),
          },
        ]}
      />
    </ReportPart>
  );
}
