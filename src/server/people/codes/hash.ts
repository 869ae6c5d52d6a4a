import { createHash, timingSafeEqual } from 'node:crypto';
import { decryptText, encryptText, type Keys } from '#server/core/encryption.ts';
import type { CodePurpose } from '../tables.ts';

type Owner = { readonly personId: string; readonly purpose: CodePurpose | 'recovery' };

/** The encryption context, which binds a stored code to its person and purpose. Key rotation needs it too. */
export function codeContext({ personId, purpose }: Owner): string {
  return `code:${purpose}:${personId}`;
}

function digest(owner: Owner, code: string): string {
  return createHash('sha256')
    .update(`${codeContext(owner)}\n${code}`)
    .digest('base64url');
}

/**
 * Encrypts a code's hash: a short code is quickly guessed from a plain hash, so a stolen table must not be enough. A
 * keyed hash would also do, but it couldn't survive a key rotation.
 */
export function encryptCodeHash(keys: Keys, owner: Owner, code: string): string {
  return encryptText(keys, codeContext(owner), digest(owner, code));
}

/** Whether a stored hash matches the code; false if another key encrypted it. */
export function isCode(keys: Keys, owner: Owner, stored: string, code: string): boolean {
  try {
    const [a, b] = [Buffer.from(decryptText(keys, codeContext(owner), stored)), Buffer.from(digest(owner, code))];
    return a.length === b.length && timingSafeEqual(a, b);
  } catch {
    return false;
  }
}
