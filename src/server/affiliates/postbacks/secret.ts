import type { Deps } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';

/** Binds an encrypted secret to its affiliate. */
export function postbackContext(affiliateId: string): string {
  return `postback:${affiliateId}`;
}

export function encryptSecret({ keys }: Pick<Deps, 'keys'>, affiliateId: string, secret: string): string {
  return encryptText(keys, postbackContext(affiliateId), secret);
}

export function decryptSecret({ keys }: Pick<Deps, 'keys'>, affiliateId: string, encrypted: string): string {
  return decryptText(keys, postbackContext(affiliateId), encrypted);
}
