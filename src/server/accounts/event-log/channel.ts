import type { Deps, Trx } from '#server/core/deps.ts';

/** An account has new data, up to the event numbered `sequence`. */
export type AccountChange = { readonly accountId: string; readonly sequence: number };

export const accountChannelPrefix = 'account:';

export function accountChannel(personId: string): string {
  return `${accountChannelPrefix}${personId}`;
}

export function accountChangeMessage(personId: string, change: AccountChange): { channel: string; payload: string } {
  return { channel: accountChannel(personId), payload: JSON.stringify(change) };
}

/** Notifies the owner's open screens on commit that an account has new data. */
export async function publishAccountChange(deps: Deps, trx: Trx, personId: string, change: AccountChange) {
  const { channel, payload } = accountChangeMessage(personId, change);
  await deps.bus.publish(trx, channel, payload);
}
