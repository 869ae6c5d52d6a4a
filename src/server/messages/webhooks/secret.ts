import type { Deps } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import type { Recipient } from './outbox.ts';

/** Binds an encrypted secret to whom it belongs. */
export function webhookSecretContext({ audience, personId }: Recipient): string {
  return `${audience === 'affiliate' ? 'postback' : 'webhook'}:${personId}`;
}

export function encryptSecret({ keys }: Pick<Deps, 'keys'>, recipient: Recipient, secret: string): string {
  return encryptText(keys, webhookSecretContext(recipient), secret);
}

export function decryptSecret({ keys }: Pick<Deps, 'keys'>, recipient: Recipient, encrypted: string): string {
  return decryptText(keys, webhookSecretContext(recipient), encrypted);
}
