import type { Deps } from '#server/core/deps.ts';
import { libraries } from '#server/core/libraries.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { startPasskeySignIn } from '#shared/people/contract-passkeys.ts';
import { type ChallengeUse, challengeMs, storeChallenge } from './challenge.ts';
import { listDescriptors } from './descriptors.ts';
import { relyingParty } from './relying-party.ts';

/** Requests a passkey: any for signing in, so that the reply reveals no address; otherwise one of the person's. */
export async function startPasskeyRequest(
  deps: Deps,
  use: ChallengeUse,
  personId?: string,
): Promise<DataOf<typeof startPasskeySignIn>> {
  const { generateAuthenticationOptions } = await libraries.passkeys();
  const { challenge, timeout = challengeMs } = await generateAuthenticationOptions({
    rpID: relyingParty(deps.env).expectedRPID,
    userVerification: 'required',
    timeout: challengeMs,
  });
  await storeChallenge(deps, use, challenge);
  return {
    challenge,
    rpId: relyingParty(deps.env).expectedRPID,
    timeout,
    userVerification: 'required',
    allowCredentials: personId === undefined ? [] : await listDescriptors(deps, personId),
  };
}
