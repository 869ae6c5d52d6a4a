import { randomInt } from 'node:crypto';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { newToken } from '#server/core/encryption.ts';
import type { CodePurpose } from '../tables.ts';
import { encryptCodeHash } from './hash.ts';

const typedPurposes: ReadonlySet<CodePurpose> = new Set(['verify-email', 'change-email', 'payout-access']);

/** Whether people type its codes, which have six digits and few attempts. The others are links, too long to guess. */
export function isTypedPurpose(purpose: CodePurpose): boolean {
  return typedPurposes.has(purpose);
}

/** A code that strangers can request lasts as long as they can keep its owner from getting another one, or longer. */
const lifetimesMs: Readonly<Record<CodePurpose, number>> = {
  'verify-email': 30 * minuteMs,
  'verify-link': 30 * minuteMs,
  'set-password': 3 * dayMs,
  'staff-invitation': 7 * dayMs,
  'reset-password': 60 * minuteMs,
  'change-email': 30 * minuteMs,
  'payout-access': 30 * minuteMs,
  'payout-link': 30 * minuteMs,
};

/**
 * Creates a one-time code. `redeemCode` decides which of several codes still work.
 * @returns the code for the mail; it isn't stored
 */
export async function issueCode(
  deps: Deps,
  trx: Trx,
  request: { personId: string; purpose: CodePurpose; target?: string },
): Promise<{ id: string; code: string }> {
  const { personId, purpose, target } = request;
  const id = newId();
  const code = isTypedPurpose(purpose) ? String(randomInt(1_000_000)).padStart(6, '0') : newToken();
  const now = deps.clock();
  await insertRow(trx, 'email_code', {
    id,
    person_id: personId,
    purpose,
    code_hash: encryptCodeHash(deps.keys, { personId, purpose }, code),
    target: target ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimesMs[purpose]),
  });
  return { id, code };
}
