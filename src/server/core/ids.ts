import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const idBytes = 16;
/** Drawn for many ids at once, because each draw costs more than an id. */
const drawn = Buffer.alloc(256 * idBytes);
let used = drawn.length;

/** A URL-safe row id of almost 128 random bits. It never starts with a hyphen, which spreadsheets read as a formula. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const id = drawn.toString('base64url', used, used + idBytes);
  used += idBytes;
  return id.startsWith('-') ? newId() : id;
}

/** 256 random bits that grant access, so only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}
