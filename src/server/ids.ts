import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits for a row's id, safe in a URL. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** 256 random bits: whoever has it is let in, so only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
