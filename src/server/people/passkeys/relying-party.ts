import * as z from 'zod/mini';
import type { Env } from '#server/core/env.ts';

/** The relying party: the host of ORIGIN. Responses count only from pages of ORIGIN. */
export function relyingParty({ origin }: Env): { readonly expectedRPID: string; readonly expectedOrigin: string } {
  return { expectedRPID: new URL(origin).hostname, expectedOrigin: origin };
}

const clientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) });

/** The challenge that a response claims to have signed; undefined if it can't be read. */
export function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = clientData.parse(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
    );
    return crossOrigin ? undefined : challenge;
  } catch {
    return undefined;
  }
}
