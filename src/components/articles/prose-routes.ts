import type { RouteName } from '#routes.ts';

/** Pages with a text file of their own: route → file name in content/pages. */
export const proseRoutes = {
  extra: 'extra',
  edge: 'edge',
  thor: 'thor',
  instantLogger: 'instant-logger',
  performanceReview: 'performance-review',
  cfdFutures: 'cfd-futures',
  community: 'community',
  affiliateProgram: 'affiliate-program',
  contact: 'contact',
  remedies: 'remedies',
  trailingDrawdown: 'trailing-drawdown',
} as const satisfies Partial<Record<RouteName, string>>;

export type ProseRoute = keyof typeof proseRoutes;
