import { createTexts } from '#app/shell/create-texts.tsx';
import type performanceReview from '#locales/en/performance-review.json';

export const { TextsProvider, useTexts } = createTexts<typeof performanceReview>();
