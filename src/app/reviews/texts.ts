import { createTexts } from '#app/shell/create-texts.tsx';
import type performanceReview from '#locales/en/performance-review.json';
import type { Review } from './stores/review.ts';

export const { TextsProvider, useTexts } = createTexts<typeof performanceReview>();

export type Report = NonNullable<Review['report']>;
export type ReportProps = { readonly report: Report };
