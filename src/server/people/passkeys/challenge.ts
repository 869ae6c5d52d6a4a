import { insertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import type { PasskeyPurpose } from '../tables.ts';

export const challengeMs = 5 * 60_000;

/** Who may answer a challenge: this browser and, if someone is signed in, this session. */
export type ChallengeUse = { readonly deviceHash: string } & (
  | { readonly purpose: Extract<PasskeyPurpose, 'sign-in'> }
  | { readonly purpose: Exclude<PasskeyPurpose, 'sign-in'>; readonly sessionId: string }
);

function sessionOf(use: ChallengeUse): string | null {
  return 'sessionId' in use ? use.sessionId : null;
}

export async function storeChallenge(deps: Deps, use: ChallengeUse, challenge: string): Promise<void> {
  await insertRow(deps.db, 'passkey_challenge', {
    challenge_hash: sha256(challenge),
    purpose: use.purpose,
    device_hash: use.deviceHash,
    session_id: sessionOf(use),
    expires_at: new Date(deps.clock().getTime() + challengeMs),
  });
}

/**
 * Consumes a challenge; of concurrent calls only one succeeds.
 * @returns whether it was issued for this use and is fresh
 */
export async function consumeChallenge(deps: Deps, use: ChallengeUse, challenge: string): Promise<boolean> {
  const deleted = await deps.db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', sha256(challenge))
    .where('purpose', '=', use.purpose)
    .where('device_hash', '=', use.deviceHash)
    .where('session_id', 'is not distinct from', sessionOf(use))
    .where('expires_at', '>', deps.clock())
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
