import { createHmac } from 'node:crypto';
import type { Deps } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { type DestinationDetails, identifyDestination } from '#shared/payouts/payees/destination.ts';

export const destinationContext = (destinationId: string) => `payout-destination:${destinationId}`;

export function encryptDetails({ keys }: Pick<Deps, 'keys'>, id: string, details: DestinationDetails): string {
  return encryptText(keys, destinationContext(id), JSON.stringify(details));
}

/** The same for every spelling of a destination, no matter who enters it, and says nothing without the key. */
export function fingerprintDestination({ keys }: Pick<Deps, 'keys'>, details: DestinationDetails): string {
  const key = keys.derive('payout-destination-fingerprint');
  return createHmac('sha256', key).update(identifyDestination(details)).digest('base64url');
}

/** For sending a payout; screens show `masked` instead. */
export function decryptDetails(
  { keys }: Pick<Deps, 'keys'>,
  destination: { readonly id: string; readonly details: string },
): DestinationDetails {
  return JSON.parse(decryptText(keys, destinationContext(destination.id), destination.details)) as DestinationDetails;
}
