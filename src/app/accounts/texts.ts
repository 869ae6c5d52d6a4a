import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands, type IslandProps } from '#app/shell/define-island.tsx';
import type accounts from '#locales/en/accounts.json';
import type { Account, OpenedAccount } from './stores/accounts.ts';
import type { AccountDetails } from './stores/details.ts';

export const { TextsProvider, defineIsland, useTexts } = createIslands<typeof accounts>();

export type AccountTexts = Texts<typeof accounts>;

export type AccountsProps = IslandProps<typeof accounts>;

export type CardProps = {
  readonly account: Account;
};

export type HistoryProps = {
  readonly account: OpenedAccount;
};

export type DetailsProps = CardProps & { readonly details: AccountDetails };
