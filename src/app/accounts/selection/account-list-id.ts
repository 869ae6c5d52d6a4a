import type { Account } from '../stores/accounts.ts';

/** The element with all accounts: on a phone a sheet that the account's name opens. */
export const accountListId = 'account-list';

/** "·4445": enough to tell accounts of one size apart. */
export function lastDigitsOf({ platformAccountId }: Account): string {
  return `\u00b7${platformAccountId.slice(-4)}`;
}
