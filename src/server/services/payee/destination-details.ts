import type { DestinationDetails } from '../../../domain/payee/destination.ts';
import type { Deps } from '../../deps.ts';
import { decryptText, encryptText } from '../../encryption.ts';

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
