import type { Selectable } from 'kysely';
import { requireRow } from '#server/core/database/rows.ts';
import { type Db, notFound, type Trx } from '#server/core/deps.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import type { CertificateTable } from './tables.ts';

export type StoredCertificate = Selectable<CertificateTable>;

/** @throws {ServiceError} 404 if the certificate is unknown or belongs to someone else */
export async function getOwnCertificate(db: Db | Trx, personId: string, id: string): Promise<StoredCertificate> {
  return requireRow(db, 'certificate', { id, person_id: personId });
}

/** @throws {ServiceError} 404 as above, and for a revoked certificate, which has no documents any more */
export async function getValidCertificate(db: Db | Trx, personId: string, id: string): Promise<StoredCertificate> {
  const row = await getOwnCertificate(db, personId, id);
  if (row.revoked_at !== null) throw notFound();
  return row;
}

export function claimsOf(row: StoredCertificate): CertificateClaims {
  const { id, kind, name, facts, shows_amount: showsAmount, issued_at: issuedAt, status_index: statusIndex } = row;
  const amountCents = showsAmount ? facts.amountCents : null;
  return { id, kind, name, ...facts, amountCents, issuedAt: issuedAt.getTime(), statusIndex };
}
