import { decodeBase64Url } from '#lib/base64url.ts';
import { decompress } from '#lib/decompress.ts';

/** Entries per list: the smallest size the standard allows, so that a lookup doesn't reveal the certificate. */
export const statusListEntries = 131_072;
export const statusListBytes = statusListEntries / 8;

export function locateStatus(statusIndex: number): { readonly list: number; readonly index: number } {
  return { list: Math.floor(statusIndex / statusListEntries), index: statusIndex % statusListEntries };
}

/** Encodes a list's bits, first entry leftmost. @param revoked positions within the list */
export function writeStatusBits(revoked: readonly number[]): Uint8Array {
  const bits = new Uint8Array(statusListBytes);
  for (const index of revoked) {
    const byte = index >> 3;
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (index & 7));
  }
  return bits;
}

/**
 * Whether a verified status list credential (W3C Bitstring Status List 1.0) marks an entry as revoked.
 * @returns undefined if it isn't the list of this entry, or is damaged
 */
export async function readStatus(
  payload: Readonly<Record<string, unknown>>,
  statusIndex: number,
  now: number,
): Promise<boolean | undefined> {
  const { list, index } = locateStatus(statusIndex);
  const { id, credentialSubject, exp } = payload;
  if (typeof id !== 'string' || !id.endsWith(`/${list}`)) return undefined;
  if (typeof exp !== 'number' || exp * 1_000 < now) return undefined;
  const { statusPurpose, encodedList } = Object(credentialSubject) as Record<string, unknown>;
  if (statusPurpose !== 'revocation' || typeof encodedList !== 'string' || !encodedList.startsWith('u')) {
    return undefined;
  }
  const compressed = decodeBase64Url(encodedList.slice(1));
  const bits = compressed && (await decompress(compressed, 'gzip', statusListBytes));
  if (bits?.length !== statusListBytes) return undefined;
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}
