import { createHash, randomBytes } from 'node:crypto';

/** A URL-safe row id of almost 128 random bits. It never starts with a hyphen, which spreadsheets read as a formula. */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}

/** 256 random bits that grant access, so only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}
