/** What the bus tells of an account: enough to know that there is something to read. */
export type AccountChange = { readonly accountId: string; readonly sequence: number };

export function accountChannel(personId: string): string {
  return `account:${personId}`;
}
