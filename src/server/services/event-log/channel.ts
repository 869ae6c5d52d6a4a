/** The message that an account has new data. */
export type AccountChange = { readonly accountId: string; readonly sequence: number };

/** The prefix of every person's channel. */
export const accountChannelPrefix = 'account:';

export function accountChannel(personId: string): string {
  return `${accountChannelPrefix}${personId}`;
}
