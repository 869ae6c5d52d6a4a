import { dayName, programTitle } from '#i18n/performance-review.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ReportPart } from './report-part.tsx';
import { useTexts } from './texts.ts';
import type { ReportProps } from './types.ts';

/** The same fills under the rules of every program in this size. */
export function Programs({ report: { programs } }: ReportProps) {
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
