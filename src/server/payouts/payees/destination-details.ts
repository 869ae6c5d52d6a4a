import type { Deps } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import type { DestinationDetails } from '#shared/payouts/payees/destination.ts';

export const destinationContext = (destinationId: string) => `payout-destination:${destinationId}`;

export function encryptDetails({ keys }: Pick<Deps, 'keys'>, id: string, details: DestinationDetails): string {
  return encryptText(keys, destinationContext(id), JSON.stringify(details));
}

/** For sending a payout; screens show `masked` instead. */
export function decryptDetails(
  { keys }: Pick<Deps, 'keys'>,
  destination: { readonly id: string; readonly details: string },
): DestinationDetails {
  return JSON.parse(decryptText(keys, destinationContext(destination.id), destination.details)) as DestinationDetails;
}
