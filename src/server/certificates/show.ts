import type { output } from 'zod/mini';
import { requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchCertificate } from '#shared/certificates/contract.ts';

/**
 * The public view of a certificate: the signed credential or, if it was revoked, only when and why.
 * @throws {ServiceError} 404
 */
export async function showCertificate(deps: Deps, id: string): Promise<output<typeof fetchCertificate.data>> {
  const row = await requireRow(deps.db, 'certificate', id, ['credential', 'revoked_at', 'revocation_reason']);
  if (row.revoked_at === null || row.revocation_reason === null) return { status: 'valid', credential: row.credential };
  return { status: 'revoked', revokedAt: row.revoked_at.getTime(), reason: row.revocation_reason };
}
