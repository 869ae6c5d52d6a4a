import { lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import { getOwnCertificate } from './find-own.ts';
import { recordRevocation } from './revoke.ts';
import { type CertificateChoices, writeCertificate } from './write.ts';

/**
 * Replaces a certificate with one that has other choices and revokes the old one in the same transaction. Does nothing
 * if the choices are the same. For a certificate that was already replaced, acts on its successor.
 * @returns the id of the certificate with these choices
 * @throws {ServiceError} 404 unless the certificate is the person's and its subject still has a valid one
 */
export async function reissueCertificate(
  deps: Deps,
  personId: string,
  id: string,
  choices: CertificateChoices,
): Promise<{ id: string }> {
  const requested = await getOwnCertificate(deps.db, personId, id);
  return deps.db.transaction().execute(async (trx) => {
    // A request that waits for another reissue must see its result. On PostgreSQL, locking the certificate wouldn't do.
    await lockRow(trx, 'trading_account', requested.account_id, ['id']);
    const current = await trx
      .selectFrom('certificate')
      .selectAll()
      .where('kind', '=', requested.kind)
      .where('account_id', '=', requested.account_id)
      .where('payout_id', requested.payout_id === null ? 'is' : '=', requested.payout_id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (current.name_style === choices.nameStyle && current.shows_amount === choices.showsAmount) {
      return { id: current.id };
    }
    const actor = `person:${personId}`;
    await updateRow(trx, 'certificate', current.id, { revoked_at: deps.clock(), revocation_reason: 'replaced' });
    await recordRevocation(trx, deps, current.id, 'replaced', actor);
    const { kind, account_id: accountId, payout_id: payoutId, facts } = current;
    const next = await writeCertificate(trx, deps, { kind, personId, accountId, payoutId, facts, choices, actor });
    if (next === null) throw notFound();
    return { id: next };
  });
}
