import { dayName, programTitle, suggestionText } from '#i18n/performance-review.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import { Alert } from '#ui/alert.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Excursions } from './excursions.tsx';
import { Figures } from './figures.tsx';
import { FloorDistance } from './floor-distance.tsx';
import { InstrumentGroups, SizeGroups } from './groups.tsx';
import styles from './performance-review.module.css';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';
import { Timing } from './timing.tsx';
import { WorstDays } from './worst-days.tsx';

/** A report: what to change first, then the evidence. */
export function ReportSections({ report }: ReportProps) {
  return (
    <div className={`stack gap-5 ${styles.sections}`}>
      <Suggestions report={report} />
      <Figures report={report} />
      <Excursions report={report} />
      <Timing report={report} />
      <FloorDistance report={report} />
      <WorstDays report={report} />
      <InstrumentGroups report={report} />
      <SizeGroups report={report} />
      <Programs report={report} />
    </div>
  );
}

function Suggestions({ report: { sample, conclusions } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  if (conclusions === null) {
    const { trades, days } = sample;
    return (
      <Alert title={<strong>{strings.few_title}</strong>} className={styles.wide}>
        {t('few_text', { trades, days, minTrades: minimumSample.trades, minDays: minimumSample.days })}
      </Alert>
    );
  }
  return (
    <section className={styles.suggestions} aria-labelledby="suggestions">
      <h2 id="suggestions">{strings.suggestions_title}</h2>
      <ol>
        {conclusions.suggestions.map((suggestion) => (
          <li key={suggestion.kind}>{suggestionText(suggestion, t, locale)}</li>
        ))}
      </ol>
    </section>
  );
}

/** The same fills under the rules of every program in this size. */
function Programs({ report: { programs } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  const [ownProgram] = programs;
  return (
    <ReportPart title={strings.programs_title} isWide>
      <p>{strings.programs_text}</p>
      <DataTable
        caption={strings.programs_title}
        rows={programs}
        rowKey={programTitle}
        columns={[
          {
            header: strings.program,
            cell: (row) => (row === ownProgram ? t('own', { name: programTitle(row) }) : programTitle(row)),
          },
          { header: strings.attempts, align: 'end', cell: ({ attempts }) => attempts },
          { header: strings.passed, align: 'end', cell: ({ passed }) => passed },
          { header: strings.breached, align: 'end', cell: ({ breached }) => breached },
          {
            header: strings.first_breach,
            cell: ({ firstBreach }) =>
              firstBreach === null
                ? strings.none
                : t(`rule_${firstBreach.rule}`, { day: dayName(firstBreach.day, locale) }),
          },
          { header: strings.locked_days, align: 'end', cell: ({ lockedDays }) => lockedDays },
          { header: strings.over_limit, align: 'end', cell: ({ fillsOverLimit }) => fillsOverLimit },
        ]}
      />
    </ReportPart>
  );
}
