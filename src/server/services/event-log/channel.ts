/** Announces that an account has something new to read. */
export type AccountChange = { readonly accountId: string; readonly sequence: number };

/** The beginning of every person's channel. */
export const accountChannels = 'account:';

export function accountChannel(personId: string): string {
  return `${accountChannels}${personId}`;
}
