import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type performanceReview from '#locales/en/performance-review.json';
import type { Review } from './stores/review.ts';

export type ReviewStrings = typeof performanceReview;
export type Report = NonNullable<Review['report']>;
export type ReportProps = { readonly report: Report };

export type PerformanceReviewProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: ReviewStrings;
};
