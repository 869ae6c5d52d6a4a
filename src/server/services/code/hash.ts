import { createHash, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '../../db/identity-tables.ts';
import type { Keys } from '../../deps.ts';
import { decryptText, encryptText } from '../../encryption.ts';

type Owner = { readonly personId: string; readonly purpose: CodePurpose | 'recovery' };

/** What binds a stored code to its person and purpose; rotating the key needs it again. */
export function codeContext({ personId, purpose }: Owner): string {
  return `code:${purpose}:${personId}`;
}

function digest(owner: Owner, code: string): string {
  return createHash('sha256')
    .update(`${codeContext(owner)}\n${code}`)
    .digest('base64url');
}

/**
 * A short code is guessed from a plain hash in no time, so a stolen table must not be enough: the hash is encrypted. A
 * keyed hash would do that too, but could not outlive the key.
 */
export function encryptCodeHash(keys: Keys, owner: Owner, code: string): string {
  return encryptText(keys, codeContext(owner), digest(owner, code));
}

/** Whether a stored hash is the code's; one under another key is nobody's. */
export function isCode(keys: Keys, owner: Owner, stored: string, code: string): boolean {
  try {
    const [a, b] = [Buffer.from(decryptText(keys, codeContext(owner), stored)), Buffer.from(digest(owner, code))];
    return a.length === b.length && timingSafeEqual(a, b);
  } catch {
    return false;
  }
}
