/** Announces that an account has something new to read. */
export type AccountChange = { readonly accountId: string; readonly sequence: number };

export function accountChannel(personId: string): string {
  return `account:${personId}`;
}
