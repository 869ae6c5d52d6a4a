import type { Account } from '#app/accounts/stores/accounts.ts';
import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type { PriceCheckStrings } from '#app/shell/price-check-texts.ts';
import type terminal from '#locales/en/terminal.json';
import type { PriceChartStrings } from './chart-texts.ts';

export const { defineIsland, useTexts } = createIslands<typeof terminal>();

export type TerminalTexts = Texts<typeof terminal>;

export type TerminalProps = IslandProps<typeof terminal> & {
  readonly chartStrings: PriceChartStrings;
  readonly priceCheckStrings: PriceCheckStrings;
  /** The provider's web terminal, for accounts on its platform. */
  readonly providerTerminal: string;
};

export type NameOf = (account: Account) => string;
