import type { Deps } from '#server/core/deps.ts';
import { libraries } from '#server/core/libraries.ts';
import type { PasskeyAssertion } from '#shared/people/contract-passkeys.ts';
import { type ChallengeUse, consumeChallenge } from './challenge.ts';
import { readChallenge, relyingParty } from './relying-party.ts';

/** `personId` is the passkey's owner; for a refused passkey, the owner of the credential it claims, if known. */
export type PasskeyCheck =
  | { readonly ok: true; readonly personId: string }
  | { readonly ok: false; readonly personId: string | undefined };

/** Checks origin, site, user verification, signature and counter; undefined if any of them is wrong. */
async function verify(
  deps: Deps,
  assertion: PasskeyAssertion,
  challenge: string,
  { id, publicKey, counter }: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number },
): Promise<{ readonly counter: number; readonly synced: boolean } | undefined> {
  const { userHandle, ...signed } = assertion.response;
  const { verifyAuthenticationResponse } = await libraries.passkeys();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      ...relyingParty(deps.env),
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  } catch (error) {
    deps.log.info({ cause: error instanceof Error ? error.message : String(error) }, 'A passkey was refused');
    return undefined;
  }
}

/**
 * Accepts a passkey's response once. A counter that doesn't rise means a copied passkey, which is refused, unless the
 * passkey is made to be copied: devices that share it count for themselves, or not at all.
 */
export async function checkPasskey(deps: Deps, assertion: PasskeyAssertion, use: ChallengeUse): Promise<PasskeyCheck> {
  const challenge = readChallenge(assertion.response.clientDataJSON);
  const isFresh = challenge !== undefined && (await consumeChallenge(deps, use, challenge));
  const row = await deps.db
    .selectFrom('passkey')
    .select(['id', 'person_id', 'credential_id', 'public_key', 'counter', 'can_sync'])
    .where('credential_id', '=', assertion.id)
    .executeTakeFirst();
  const refused = { ok: false, personId: row?.person_id } as const;
  if (!row || !isFresh) return refused;
  const { userHandle } = assertion.response;
  // Nobody is named before signing in, so the passkey itself has to say whose it is.
  if (userHandle === undefined ? use.purpose === 'sign-in' : userHandle !== userHandleOf(row.person_id)) return refused;
  const credential = { id: row.credential_id, publicKey: row.public_key, counter: row.can_sync ? 0 : row.counter };
  const verified = await verify(deps, assertion, challenge, credential);
  if (!verified) return refused;
  if (row.can_sync && verified.counter < row.counter) {
    deps.log.info({ passkeyId: row.id, counter: verified.counter }, 'A synced passkey counts less than before');
  }
  const used = await deps.db
    .updateTable('passkey')
    .set({ counter: verified.counter, synced: verified.synced, last_used_at: deps.clock() })
    .where('id', '=', row.id)
    .$if(!row.can_sync, (query) => query.where('counter', '=', row.counter))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? { ok: true, personId: row.person_id } : refused;
}

/** The WebAuthn user handle: our opaque id, which identifies nobody elsewhere. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url');
}
