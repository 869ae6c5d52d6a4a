import { fillPattern, type RouteName, routes } from '#routes.ts';
import { sampleReviewId } from '#server/reviews/seed-sample-id.ts';

/** Existing parameters for the screens whose island needs them. */
export const sampleParams: Readonly<Record<string, string>> = {
  packageId: 'classic-50k',
  searchQuery: 'drawdown',
  email: 'visitor@example.com',
  reviewId: sampleReviewId,
};

/** The address of a screen in English, with existing parameters. */
export function samplePath(name: RouteName): string {
  return fillPattern(routes[name].pattern, sampleParams, 'en');
}

/** Whether a screen's content depends on roles that a trader lacks. */
export function needsRoles(name: RouteName): boolean {
  return 'roles' in routes[name];
}
