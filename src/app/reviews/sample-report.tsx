import type { Locale } from '#i18n/locales.ts';
import type performanceReview from '#locales/en/performance-review.json';
import { ReportSections } from './report-sections.tsx';
import { type Report, TextsProvider } from './texts.ts';

type SampleReportProps = {
  readonly report: Report;
  readonly strings: typeof performanceReview;
  readonly locale: Locale;
};

/** A report as plain HTML, for a page without scripts. */
export function SampleReport({ report, strings, locale }: SampleReportProps) {
  return (
    <TextsProvider strings={strings} locale={locale}>
      <ReportSections report={report} />
    </TextsProvider>
  );
}
