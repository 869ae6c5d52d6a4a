import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '../../db/identity-tables.ts';
import type { Keys } from '../../deps.ts';

/** Keyed, because six digits are quickly guessed from a plain hash of a stolen table. */
export function hashCode(keys: Keys, personId: string, purpose: CodePurpose, code: string): string {
  return createHmac('sha256', keys.derive('email-code')).update(`${purpose}\n${personId}\n${code}`).digest('base64url');
}

export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
