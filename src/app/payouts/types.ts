import type { IslandProps } from '#app/shell/define-island.tsx';
import type payouts from '#locales/en/payouts.json';
import type { PayoutRoute } from '#routes.ts';

export type PayoutsProps = IslandProps<typeof payouts> & {
  readonly screen: PayoutRoute;
};
