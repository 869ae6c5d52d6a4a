import { fullName } from '#lib/person-name.ts';
import { describeUserAgent } from '#lib/user-agent.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Db, type Deps, newId, ServiceError, type Trx } from '#server/core/deps.ts';
import { libraries } from '#server/core/libraries.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { PasskeyRegistration, startPasskey } from '#shared/people/contract-passkeys.ts';
import { getPerson } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import { type ChallengeUse, challengeMs, consumeChallenge, storeChallenge } from '../passkeys/challenge.ts';
import { userHandleOf } from '../passkeys/check.ts';
import { listDescriptors } from '../passkeys/descriptors.ts';
import { readChallenge, relyingParty } from '../passkeys/relying-party.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { recordPasskeyChange } from './record-passkey-change.ts';

const maxPasskeys = 20;
/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];

function addUse({ sessionId }: Actor, deviceHash: string): ChallengeUse {
  return { purpose: 'add', sessionId, deviceHash };
}

async function requireFreeSlot(executor: Db | Trx, personId: string): Promise<void> {
  const { count } = await executor
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPasskeys) throw new ServiceError(409, 'passkeys_full');
}

/** Has the browser create a discoverable passkey with user verification. */
export async function startAddingPasskey(
  deps: Deps,
  actor: Actor,
  deviceHash: string,
): Promise<DataOf<typeof startPasskey>> {
  await requireConfirmed(deps, actor);
  await requireFreeSlot(deps.db, actor.personId);
  const person = await getPerson(deps.db, actor.personId);
  const { expectedRPID: rpID } = relyingParty(deps.env);
  const { generateRegistrationOptions } = await libraries.passkeys();
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: deps.catalog.site.name,
    rpID,
    userName: person.email,
    supportedAlgorithmIDs: algorithms,
  });
  await storeChallenge(deps, addUse(actor, deviceHash), challenge);
  return {
    challenge,
    rp: { id: rpID, name: deps.catalog.site.name },
    user: {
      id: userHandleOf(person.id),
      name: person.email,
      displayName: fullName(person),
    },
    pubKeyCredParams,
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: await listDescriptors(deps, person.id),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

async function verify(deps: Deps, registration: PasskeyRegistration, use: ChallengeUse) {
  const challenge = readChallenge(registration.response.clientDataJSON);
  if (challenge === undefined || !(await consumeChallenge(deps, use, challenge))) return undefined;
  const { verifyRegistrationResponse } = await libraries.passkeys();
  try {
    const { clientDataJSON, attestationObject } = registration.response;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      ...relyingParty(deps.env),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  } catch (error) {
    deps.log.info({ cause: error instanceof Error ? error.message : String(error) }, 'A passkey was refused');
    return undefined;
  }
}

function defaultName(userAgent: string): string {
  const { browser, system } = describeUserAgent(userAgent);
  return [browser, system].filter((part) => part !== null).join(', ') || 'Passkey';
}

/**
 * Adds the passkey that answers the challenge.
 * @throws {ServiceError} 409 `conflict` if the passkey is already registered, for anyone
 */
export async function addOwnPasskey(
  deps: Deps,
  actor: Actor,
  registration: PasskeyRegistration,
  { deviceHash, userAgent }: { readonly deviceHash: string; readonly userAgent: string },
): Promise<{ id: string }> {
  await requireConfirmed(deps, actor);
  const verified = await verify(deps, registration, addUse(actor, deviceHash));
  if (!verified) throw new ServiceError(422, 'passkey_failed');
  const id = newId();
  await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, actor.personId);
    await requireFreeSlot(trx, actor.personId);
    const isAdded = await insertOnce(trx, 'passkey', {
      id,
      person_id: actor.personId,
      credential_id: verified.credential.id,
      public_key: verified.credential.publicKey,
      counter: verified.credential.counter,
      transports: registration.response.transports,
      can_sync: verified.credentialDeviceType === 'multiDevice',
      synced: verified.credentialBackedUp,
      name: defaultName(userAgent),
      created_at: deps.clock(),
    });
    if (!isAdded) throw conflict();
    await recordPasskeyChange(deps, trx, actor, 'added', id);
  });
  return { id };
}
