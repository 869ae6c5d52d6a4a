import type { RouteName } from '../../routes.ts';

/** The pages whose words are a file of their own: route → name of the file in content/pages. */
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
  trailingDrawdown: 'trailing-drawdown',
} as const satisfies Partial<Record<RouteName, string>>;

export type ProseRoute = keyof typeof proseRoutes;
