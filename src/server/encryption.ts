import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './deps.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM under this installation's key. `context` isn't secret, but decryption requires
 * the same one, so that rows can't be swapped.
 */
export function encryptText(keys: Keys, context: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('encryption'), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** @throws if the text was modified or encrypted for another context or with another key */
export function decryptText(keys: Keys, context: string, sealed: string): string {
  const [version, body] = sealed.split('.');
  if (version !== 'v1' || !body) throw new Error('Not a sealed text');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keys.derive('encryption'), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}
