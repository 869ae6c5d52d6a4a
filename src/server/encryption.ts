import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './deps.ts';

const version = 'v2';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM under this installation's key, as `v2.<key id>.<iv, tag and ciphertext>`. `context`
 * says what the text belongs to: it is not secret, but the text decrypts with the same context only, so that rows cannot
 * be swapped.
 */
export function encryptText(keys: Keys, context: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('encryption'), iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${keys.id}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Throws when the text was changed, encrypted for another context or under another key. */
export function decryptText(keys: Keys, context: string, encrypted: string): string {
  const [textVersion, keyId, body] = encrypted.split('.');
  if (textVersion !== version || !body) throw new Error('Not an encrypted text');
  if (keyId !== keys.id) throw new Error(`Encrypted under the key ${keyId}, not under ${keys.id}`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keys.derive('encryption'), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

/** Whether this installation's present key encrypted a text. */
export function isUnderKey(keys: Keys, encrypted: string): boolean {
  return encrypted.startsWith(`${version}.${keys.id}.`);
}

const headerOf = (keys: Keys) => Buffer.from(`${version}.${keys.id}.`);

/** Like `encryptText`, for files: the same header before the iv, the tag and the ciphertext, as bytes. */
export function encryptBytes(keys: Keys, context: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('encryption'), iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([headerOf(keys), iv, cipher.getAuthTag(), encrypted]);
}

/** Throws when the bytes were changed, encrypted for another context or under another key. */
export function decryptBytes(keys: Keys, context: string, encrypted: Uint8Array): Buffer {
  if (!areBytesUnderKey(keys, encrypted)) throw new Error('Not encrypted bytes, or encrypted under another key');
  const body = Buffer.from(encrypted).subarray(headerOf(keys).length);
  const decipher = createDecipheriv('aes-256-gcm', keys.derive('encryption'), body.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(body.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Whether this installation's present key encrypted the bytes. */
export function areBytesUnderKey(keys: Keys, encrypted: Uint8Array): boolean {
  const header = headerOf(keys);
  return Buffer.from(encrypted).subarray(0, header.length).equals(header);
}
