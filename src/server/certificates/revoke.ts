import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { CertificateSubject } from './facts.ts';
import type { RevocationReason } from './tables.ts';

/** Revokes the subject's certificate in the caller's transaction; does nothing if it has none. */
export async function revokeCertificate(
  trx: Trx,
  deps: Deps,
  subject: CertificateSubject,
  reason: RevocationReason,
  actor = 'system',
): Promise<void> {
  const revoked = await trx
    .updateTable('certificate')
    .set({ revoked_at: deps.clock(), revocation_reason: reason })
    .where('kind', '=', subject.kind)
    .where((eb) =>
      subject.kind === 'evaluation' ? eb('account_id', '=', subject.accountId) : eb('payout_id', '=', subject.payoutId),
    )
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked) await recordRevocation(trx, deps, id, reason, actor);
}

export async function revokeAllCertificates(trx: Trx, deps: Deps, personId: string): Promise<void> {
  const actor = `person:${personId}`;
  const revoked = await trx
    .updateTable('certificate')
    .set({ revoked_at: deps.clock(), revocation_reason: 'account-deleted' })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked) await recordRevocation(trx, deps, id, 'account-deleted', actor);
  await updateRow(trx, 'certificate', { person_id: personId }, { name: '', credential: '', compact: '' });
}

export async function recordRevocation(trx: Trx, deps: Deps, id: string, reason: RevocationReason, actor: string) {
  await writeAudit(deps, trx, actor, 'certificate-revoked', ['certificate', id], { reason });
}
