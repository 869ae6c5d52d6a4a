import type { Review } from './stores/review.ts';

export type Report = NonNullable<Review['report']>;
export type ReportProps = { readonly report: Report };
