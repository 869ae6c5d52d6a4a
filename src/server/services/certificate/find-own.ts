import type { Selectable } from 'kysely';
import type { CertificateClaims } from '../../../domain/certificate/claims.ts';
import type { CertificateTable } from '../../db/certificate-tables.ts';
import type { Db, Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';

export type StoredCertificate = Selectable<CertificateTable>;

/** @throws {ServiceError} 404 for unknown certificates and another person's alike */
export async function getOwnCertificate(db: Db | Trx, personId: string, id: string): Promise<StoredCertificate> {
  const row = await db
    .selectFrom('certificate')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {ServiceError} 404 also for a revoked one, of which no document is made any more */
export async function getValidCertificate(db: Db | Trx, personId: string, id: string): Promise<StoredCertificate> {
  const row = await getOwnCertificate(db, personId, id);
  if (row.revoked_at !== null) throw notFound();
  return row;
}

/** What a stored certificate states. */
export function claimsOf(row: StoredCertificate): CertificateClaims {
  const { id, kind, name, facts, shows_amount: showsAmount, issued_at: issuedAt, status_index: statusIndex } = row;
  const amountCents = showsAmount ? facts.amountCents : null;
  return { id, kind, name, ...facts, amountCents, issuedAt: issuedAt.getTime(), statusIndex };
}
