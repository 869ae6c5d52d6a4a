import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type payouts from '#locales/en/payouts.json';
import type { PayoutRoute } from '#routes.ts';

export const { TextsProvider, defineIsland, useTexts } = createIslands<typeof payouts>();

export type PayoutTexts = Texts<typeof payouts>;

export type PayoutsProps = IslandProps<typeof payouts> & {
  readonly screen: PayoutRoute;
};
