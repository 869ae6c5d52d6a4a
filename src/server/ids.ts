import { createHash, randomBytes } from 'node:crypto';

/** A row id of 128 random bits, URL-safe. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** 256 random bits that grant access, so only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}
