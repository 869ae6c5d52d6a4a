import { type SignedParts, sign, signatureHeaders, signRequest } from '#shared/accounts/bridge-signature.ts';

/** The headers that sign a request as a whole, and for a receiver of before also its body alone. */
export function signedHeaders(secret: string, request: SignedParts, at = Date.now()): Record<string, string> {
  const now = new Date(at);
  const { timestamp, signature } = sign(secret, request.body, now);
  return {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
    [signatureHeaders.requestSignature]: signRequest(secret, request, now),
  };
}
