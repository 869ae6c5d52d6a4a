import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Env } from '../../env.ts';

/** The relying party: the host of ORIGIN. Responses count only from pages of ORIGIN. */
export function relyingParty({ origin }: Env): { readonly expectedRPID: string; readonly expectedOrigin: string } {
  return { expectedRPID: new URL(origin).hostname, expectedOrigin: origin };
}

/** The challenge that a response claims to have signed; undefined if it can't be read. */
export function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' && !crossOrigin ? challenge : undefined;
  } catch {
    return undefined;
  }
}
