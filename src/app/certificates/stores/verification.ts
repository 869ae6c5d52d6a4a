import { atom } from 'nanostores';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import { requestText } from '#app/http/request-text.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import type { fetchCertificate } from '#shared/certificates/contract.ts';
import type { PublicJwk } from '#shared/certificates/jws.ts';
import { locateStatus } from '#shared/certificates/status-list.ts';
import {
  type CertificateCheck,
  type CertificateProblem,
  checkRevocation,
  verifyCertificate,
  verifyCertificateFile,
} from '#shared/certificates/verify.ts';
import type { DataOf } from '#shared/core/call.ts';

type VerifiedCertificate = DataOf<typeof fetchCertificate>;
type Revoked = Extract<VerifiedCertificate, { status: 'revoked' }>;

/** Paths of the calls; the page passes them, because importing the contract would bundle its schemas. */
export type VerificationPaths = { readonly keys: string; readonly status: string; readonly certificate: string };

/** The result that the page shows. `unreachable`: the keys couldn't be loaded, so nothing was checked. */
export type Verification =
  | { readonly status: 'idle' | 'checking' | 'unreachable' | 'unknown' | 'file-large' }
  | { readonly status: 'valid'; readonly claims: CertificateClaims; readonly isStatusKnown: boolean }
  | { readonly status: 'revoked'; readonly reason: Revoked['reason'] | null; readonly revokedAt: number | null }
  | { readonly status: 'invalid'; readonly problem: CertificateProblem; readonly claims: CertificateClaims | null };

export const $verification = atom<Verification>({ status: 'idle' });

const maxFileBytes = 10 * 1024 * 1024;

/** Finds a certificate's number in pasted text: the number itself, or an address that ends with it. */
function findCertificateId(text: string): string | undefined {
  return /(?:^|[?&]id=|\/)([A-Za-z0-9_-]{22})$/.exec(text.trim())?.[1];
}

/** Looks up the certificate with this number and checks its signature in the browser. */
export async function verifyById(paths: VerificationPaths, text: string): Promise<void> {
  const id = findCertificateId(text);
  if (id === undefined) return $verification.set({ status: 'unknown' });
  await run(async () => {
    const envelope = await requestEnvelope(paths.certificate.replace('{certificateId}', id), 'GET');
    if (envelope?.response_status === 404) return { status: 'unknown' };
    if (envelope?.response_status !== 200) return { status: 'unreachable' };
    const shown = envelope.data as VerifiedCertificate;
    if (shown.status === 'revoked') {
      return { status: 'revoked', reason: shown.reason, revokedAt: shown.revokedAt };
    }
    const result = await conclude(paths, (keys) => verifyCertificate(keys, shown.credential), true);
    return result.status === 'valid' && result.claims.id !== id ? invalid('malformed') : result;
  });
}

/** Checks the signed claims of a QR code. */
export function verifyToken(paths: VerificationPaths, token: string): Promise<void> {
  return run(() => conclude(paths, (keys) => verifyCertificate(keys, token)));
}

/** Checks a PDF or a credential in this browser; the file isn't uploaded. */
export async function verifyFile(paths: VerificationPaths, file: File): Promise<void> {
  if (file.size > maxFileBytes) return $verification.set({ status: 'file-large' });
  await run(async () => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return conclude(paths, (keys) => verifyCertificateFile(keys, bytes));
  });
}

let latestRun = 0;

/** Only the newest request shows its result. */
async function run(check: () => Promise<Verification>): Promise<void> {
  latestRun += 1;
  const runNumber = latestRun;
  $verification.set({ status: 'checking' });
  const result = await check();
  if (runNumber === latestRun) $verification.set(result);
}

async function conclude(
  paths: VerificationPaths,
  check: (keys: readonly PublicJwk[]) => Promise<CertificateCheck>,
  isListed = false,
): Promise<Verification> {
  const keys = await loadKeys(paths);
  if (!keys) return { status: 'unreachable' };
  const result = await check(keys);
  if (!result.ok) return { ...invalid(result.problem), claims: result.claims ?? null };
  const { claims } = result;
  if (isListed) return { status: 'valid', claims, isStatusKnown: true };
  const isRevoked = await loadRevocation(paths, keys, claims);
  if (isRevoked) return { status: 'revoked', reason: null, revokedAt: null };
  return { status: 'valid', claims, isStatusKnown: isRevoked !== undefined };
}

function invalid(problem: CertificateProblem) {
  return { status: 'invalid', problem, claims: null } as const;
}

async function loadKeys({ keys }: VerificationPaths): Promise<readonly PublicJwk[] | undefined> {
  try {
    const set = JSON.parse((await requestText(keys)) ?? '') as { readonly keys: readonly PublicJwk[] };
    return set.keys;
  } catch {
    return undefined;
  }
}

/** Fetches the whole list, so that the server doesn't learn which certificate is being checked. */
async function loadRevocation(
  { status }: VerificationPaths,
  keys: readonly PublicJwk[],
  { statusIndex }: CertificateClaims,
): Promise<boolean | undefined> {
  const list = await requestText(status.replace('{list}', String(locateStatus(statusIndex).list)));
  return list === undefined ? undefined : checkRevocation(keys, list, statusIndex, Date.now());
}
