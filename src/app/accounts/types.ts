import type { Locale } from '#i18n/locales.ts';
import type accounts from '#locales/en/accounts.json';
import type calls from '#locales/en/calls.json';
import type { Account, OpenedAccount } from './stores/accounts.ts';
import type { AccountDetails } from './stores/details.ts';

export type AccountStrings = typeof accounts;

export type AccountsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: AccountStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<Account['program'], string>>;
};

/** Props shared by the account screen's cards. */
export type CardProps = {
  readonly account: Account;
};

/** Props of the cards that show an account's history. */
export type HistoryProps = {
  readonly account: OpenedAccount;
};

export type DetailsProps = CardProps & { readonly details: AccountDetails };
