import type { Locale } from '#i18n/locales.ts';
import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { findReview, readPerformanceReview } from './read.ts';

/** @throws {ServiceError} 404 for another person's review, and for one that isn't ready */
export async function renderPerformanceReview(
  deps: Deps,
  personId: string,
  reviewId: string,
  locale: Locale,
): Promise<Uint8Array> {
  const review = await readPerformanceReview(deps, personId, reviewId);
  if (review.report === null) throw notFound();
  return draw('review', review, review.report, deps.catalog.site.name, locale);
}

/** The PDF for staff; each access is audited. @throws {ServiceError} 404 for a review that isn't ready */
export async function renderReviewForStaff(
  deps: Deps,
  actor: Actor,
  reviewId: string,
  locale: Locale,
): Promise<Uint8Array> {
  const review = await findReview(deps, reviewId);
  if (!review || review.data.report === null) throw notFound();
  await writeAudit(deps, deps.db, actor, 'review-opened', ['performance-review', reviewId]);
  return draw('review', review.data, review.data.report, deps.catalog.site.name, locale);
}
