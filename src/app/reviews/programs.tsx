import { dayName, programmeTitle } from '#i18n/performance-review.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import styles from './performance-review.module.css';
import { useTexts } from './texts.ts';
import type { ReportProps } from './types.ts';

/** The same fills under the rules of every programme in this size. */
export function Programmes({ report: { programmes } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  const [ownProgramme] = programmes;
  return (
    <Card as="section" title={strings.programmes_title} className={styles.wide}>
      <p>{strings.programmes_text}</p>
      <DataTable
        caption={strings.programmes_title}
        hideCaption
        rows={programmes}
        rowKey={programmeTitle}
        columns={[
          {
            key: 'programme',
            header: strings.programme,
            cell: (row) => (row === ownProgramme ? t('own', { name: programmeTitle(row) }) : programmeTitle(row)),
          },
          { key: 'attempts', header: strings.attempts, align: 'end', cell: ({ attempts }) => attempts },
          { key: 'passed', header: strings.passed, align: 'end', cell: ({ passed }) => passed },
          { key: 'breached', header: strings.breached, align: 'end', cell: ({ breached }) => breached },
          {
            key: 'first',
            header: strings.first_breach,
            cell: ({ firstBreach }) =>
              firstBreach === null
                ? strings.none
                : t(`rule_${firstBreach.rule}`, { day: dayName(firstBreach.day, locale) }),
          },
          { key: 'locked', header: strings.locked_days, align: 'end', cell: ({ lockedDays }) => lockedDays },
          { key: 'over', header: strings.over_limit, align: 'end', cell: ({ fillsOverLimit }) => fillsOverLimit },
        ]}
      />
    </Card>
  );
}
