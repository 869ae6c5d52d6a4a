import type { Bytes } from '../../lib/base64url.ts';
import type { CertificateClaims } from './claims.ts';
import { readCompact } from './compact.ts';
import { credentialType, readCredential } from './credential.ts';
import { type JwsProblem, type PublicJwk, verifyJws } from './jws.ts';
import { fileSignatureType, isPdf, readAttachments, readFileSignature } from './pdf-file.ts';
import { readStatus } from './status-list.ts';

/** `file-changed`: the certificate inside is genuine, but the file around it isn't as we made it. */
export type CertificateProblem = JwsProblem | 'no-certificate' | 'file-changed';

export type CertificateCheck =
  | { readonly ok: true; readonly claims: CertificateClaims; readonly kid: string }
  | { readonly ok: false; readonly problem: CertificateProblem; readonly claims?: CertificateClaims };

/** Checks the signature of a credential or of the compact form of a QR code. Says nothing about revocation. */
export async function verifyCertificate(keys: readonly PublicJwk[], token: string): Promise<CertificateCheck> {
  const result = await verifyJws(keys, token.trim());
  if (!result.ok) return result;
  const { kid, type, payload } = result;
  const read = type === credentialType ? readCredential : type === undefined ? readCompact : undefined;
  const claims = read?.(payload);
  return claims ? { ok: true, claims, kid } : { ok: false, problem: 'malformed' };
}

/** Checks a dropped file: our PDF, or a text that is a credential or has one as its address. */
export async function verifyCertificateFile(keys: readonly PublicJwk[], file: Bytes): Promise<CertificateCheck> {
  if (!isPdf(file)) {
    const text = new TextDecoder().decode(file.slice(0, 20_000)).trim();
    return text.split('.').length === 3 ? verifyCertificate(keys, text) : { ok: false, problem: 'no-certificate' };
  }
  const [token] = (await readAttachments(file)).filter((text) => text.split('.').length === 3);
  if (token === undefined) return { ok: false, problem: 'no-certificate' };
  const inside = await verifyCertificate(keys, token);
  if (!inside.ok) return inside;
  const { claims } = inside;
  const signature = await readFileSignature(file);
  if (!signature) return { ok: false, problem: 'file-changed', claims };
  const outside = await verifyJws(keys, signature.token);
  const isWhole =
    outside.ok &&
    outside.type === fileSignatureType &&
    outside.payload['jti'] === claims.id &&
    outside.payload['sha256'] === signature.sha256;
  return isWhole ? inside : { ok: false, problem: 'file-changed', claims };
}

/** Whether a signed status list marks the certificate as revoked; undefined if the list can't be trusted. */
export async function checkRevocation(
  keys: readonly PublicJwk[],
  statusList: string,
  statusIndex: number,
  now: number,
): Promise<boolean | undefined> {
  const result = await verifyJws(keys, statusList.trim());
  return result.ok && result.type === credentialType ? readStatus(result.payload, statusIndex, now) : undefined;
}
