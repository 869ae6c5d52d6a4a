import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { getOwnCertificate } from './find-own.ts';
import { recordRevocation } from './revoke.ts';
import { type CertificateChoices, writeCertificate } from './write.ts';

/**
 * Replaces a certificate by one with other choices; the old one is revoked in the same transaction. With the choices it
 * has, nothing changes. Repeated for one that was replaced, it acts on its successor.
 * @returns the id of the certificate with these choices
 * @throws {ServiceError} 404 unless it is the person's and its subject still has one
 */
export async function reissueCertificate(
  deps: Deps,
  personId: string,
  id: string,
  choices: CertificateChoices,
): Promise<{ id: string }> {
  const given = await getOwnCertificate(deps.db, personId, id);
  return deps.db.transaction().execute(async (trx) => {
    // Whoever waits for another reissue must see its outcome, which a row lock alone doesn't show on PostgreSQL.
    await trx
      .selectFrom('trading_account')
      .select('id')
      .where('id', '=', given.account_id)
      .forUpdate()
      .executeTakeFirst();
    const present = await trx
      .selectFrom('certificate')
      .selectAll()
      .where('kind', '=', given.kind)
      .where('account_id', '=', given.account_id)
      .where('payout_id', given.payout_id === null ? 'is' : '=', given.payout_id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!present) throw notFound();
    if (present.name_style === choices.nameStyle && present.shows_amount === choices.showsAmount) {
      return { id: present.id };
    }
    const actor = `person:${personId}`;
    await trx
      .updateTable('certificate')
      .set({ revoked_at: deps.clock(), revoked_why: 'replaced' })
      .where('id', '=', present.id)
      .execute();
    await recordRevocation(trx, deps, present.id, 'replaced', actor);
    const { kind, account_id: accountId, payout_id: payoutId, facts } = present;
    const next = await writeCertificate(trx, deps, { kind, personId, accountId, payoutId, facts, choices, actor });
    if (next === null) throw notFound();
    return { id: next };
  });
}
