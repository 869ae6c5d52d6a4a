import type { Bytes } from '#lib/base64url.ts';
import type { CertificateClaims } from './claims.ts';
import { readCompact } from './compact.ts';
import { credentialType, readCredential } from './credential.ts';
import { type JwsProblem, type PublicJwk, verifyJws } from './jws.ts';
import { fileSignatureType, isPdf, readAttachments, readFileSignature } from './pdf-file.ts';
import { readStatus } from './status-list.ts';

/** `file-changed`: the embedded certificate is genuine, but the file around it was changed. */
export type CertificateProblem = JwsProblem | 'no-certificate' | 'file-changed';

export type CertificateCheck =
  | { readonly ok: true; readonly claims: CertificateClaims; readonly kid: string }
  | { readonly ok: false; readonly problem: CertificateProblem; readonly claims?: CertificateClaims };

/** Verifies a credential or the compact form from a QR code. Doesn't check revocation. */
export async function verifyCertificate(keys: readonly PublicJwk[], token: string): Promise<CertificateCheck> {
  const result = await verifyJws(keys, token.trim());
  if (!result.ok) return result;
  const { kid, type, payload } = result;
  const read = type === credentialType ? readCredential : type === undefined ? readCompact : undefined;
  const claims = read?.(payload);
  return claims ? { ok: true, claims, kid } : { ok: false, problem: 'malformed' };
}

/** Verifies a file: our PDF, or a text file that holds a credential. */
export async function verifyCertificateFile(keys: readonly PublicJwk[], file: Bytes): Promise<CertificateCheck> {
  if (!isPdf(file)) {
    const text = new TextDecoder().decode(file.slice(0, 20_000)).trim();
    return text.split('.').length === 3 ? verifyCertificate(keys, text) : { ok: false, problem: 'no-certificate' };
  }
  const [token] = (await readAttachments(file)).filter((text) => text.split('.').length === 3);
  if (token === undefined) return { ok: false, problem: 'no-certificate' };
  const certificate = await verifyCertificate(keys, token);
  if (!certificate.ok) return certificate;
  const { claims } = certificate;
  const signature = await readFileSignature(file);
  if (!signature) return { ok: false, problem: 'file-changed', claims };
  const fileSignature = await verifyJws(keys, signature.token);
  const isUnchanged =
    fileSignature.ok &&
    fileSignature.type === fileSignatureType &&
    fileSignature.payload['jti'] === claims.id &&
    fileSignature.payload['sha256'] === signature.sha256;
  return isUnchanged ? certificate : { ok: false, problem: 'file-changed', claims };
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
