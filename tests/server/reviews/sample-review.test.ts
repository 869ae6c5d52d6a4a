import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reviewReport } from '#shared/reviews/shape.ts';
import { makeSampleReview, samplePath } from '../../runner/sample-review.ts';

test('the sample on /performance-review matches what the code calculates (if not: npm run renew -- sample-review)', () => {
  const shown = JSON.parse(readFileSync(samplePath, 'utf8')) as unknown;
  expect(z.parse(reviewReport, shown)).toEqual(shown);
  expect(shown).toEqual(makeSampleReview());
});
