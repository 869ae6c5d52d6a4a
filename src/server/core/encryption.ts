import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keys of this installation, one per purpose, derived from one root key. */
export type Keys = {
  /** Identifies the root key without revealing it; every encrypted text carries it. */
  readonly id: string;
  /** 32 bytes, always the same for a purpose. */
  derive(purpose: string): Buffer;
};

const version = 'v2';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM under this installation's key, as `v2.<key id>.<iv, tag and ciphertext>`. `context`
 * names what the text belongs to. It isn't secret, but decryption requires the same one, so rows can't be swapped.
 */
export function encryptText(keys: Keys, context: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('encryption'), iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${keys.id}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Throws if the text was changed, or encrypted for another context or under another key. */
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

/** Whether the current key of this installation encrypted a text. */
export function isUnderKey(keys: Keys, encrypted: string): boolean {
  return encrypted.startsWith(`${version}.${keys.id}.`);
}

const createHeader = (keys: Keys) => Buffer.from(`${version}.${keys.id}.`);

/** Like `encryptText`, for files: the same header, then iv, tag and ciphertext as bytes. */
export function encryptBytes(keys: Keys, context: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.derive('encryption'), iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([createHeader(keys), iv, cipher.getAuthTag(), encrypted]);
}

/** Throws if the bytes were changed, or encrypted for another context or under another key. */
export function decryptBytes(keys: Keys, context: string, encrypted: Uint8Array): Buffer {
  if (!areBytesUnderKey(keys, encrypted)) throw new Error('Not encrypted bytes, or encrypted under another key');
  const body = Buffer.from(encrypted).subarray(createHeader(keys).length);
  const decipher = createDecipheriv('aes-256-gcm', keys.derive('encryption'), body.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(body.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Whether the current key of this installation encrypted the bytes. */
export function areBytesUnderKey(keys: Keys, encrypted: Uint8Array): boolean {
  const header = createHeader(keys);
  return Buffer.from(encrypted).subarray(0, header.length).equals(header);
}

/** 256 random bits that grant access, so only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}
