import type { Locale } from '#i18n/locales.ts';
import { ReportSections } from './report-sections.tsx';
import { TextsProvider } from './texts.ts';
import type { Report, ReviewStrings } from './types.ts';

type SampleReportProps = { readonly report: Report; readonly strings: ReviewStrings; readonly locale: Locale };

/** A report as plain HTML, for a page without scripts. */
export function SampleReport({ report, strings, locale }: SampleReportProps) {
  return (
    <TextsProvider strings={strings} locale={locale}>
      <ReportSections report={report} />
    </TextsProvider>
  );
}
