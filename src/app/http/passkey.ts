import type { DataOf } from '#shared/core/call.ts';
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  startPasskey,
  startPasskeySignIn,
} from '#shared/people/contract-passkeys.ts';

/** `exists`: the device already has a passkey for this person. */
export type PasskeyProblem = 'canceled' | 'exists' | 'unsupported' | 'unexpected';

export type PasskeyResult<Credential> =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly problem: PasskeyProblem };

/** Loaded only when a passkey is used. */
const load = () => import('@simplewebauthn/browser');

const problems: Readonly<Record<string, PasskeyProblem>> = {
  AbortError: 'canceled',
  NotAllowedError: 'canceled',
  InvalidStateError: 'exists',
};

function problemOf(error: unknown): PasskeyProblem {
  const { name = '' } = error instanceof Error ? error : {};
  return problems[name] ?? 'unexpected';
}

async function perform<Credential>(
  ceremony: (library: Awaited<ReturnType<typeof load>>) => Promise<Credential>,
): Promise<PasskeyResult<Credential>> {
  if (!('PublicKeyCredential' in globalThis)) return { ok: false, problem: 'unsupported' };
  try {
    return { ok: true, credential: await ceremony(await load()) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Lets the person choose a passkey and confirm with a PIN or biometrics that it is theirs. */
export function requestPasskey(options: DataOf<typeof startPasskeySignIn>): Promise<PasskeyResult<PasskeyAssertion>> {
  return perform(async ({ startAuthentication }) => {
    const { id, rawId, response } = await startAuthentication({
      optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    });
    return { id, rawId, type: 'public-key', response };
  });
}

export function createPasskey(options: DataOf<typeof startPasskey>): Promise<PasskeyResult<PasskeyRegistration>> {
  return perform(async ({ startRegistration }) => {
    const { id, rawId, response } = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
  });
}
