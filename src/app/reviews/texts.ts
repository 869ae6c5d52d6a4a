import { createIslands } from '#app/shell/define-island.tsx';
import type performanceReview from '#locales/en/performance-review.json';
import type { Review } from './stores/review.ts';

export const { TextsProvider, defineIsland, useTexts } = createIslands<typeof performanceReview>();

export type Report = NonNullable<Review['report']>;
export type ReportProps = { readonly report: Report };
