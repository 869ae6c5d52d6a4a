import type { output } from 'zod/mini';
import { pathTo } from '#routes.ts';
import { getOwnAccount } from '#server/accounts/get-own-account.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchCertificates } from '#shared/certificates/contract.ts';
import { nameOnCertificate } from '#shared/certificates/name.ts';
import { claimsOf } from './find-own.ts';

type CertificateList = output<typeof fetchCertificates.data>;

/**
 * A person's valid certificates, newest achievement first. @param accountId limits them to the payouts of one account
 * @throws {ServiceError} 404 for another person's account
 */
export async function listCertificates(deps: Deps, personId: string, accountId?: string): Promise<CertificateList> {
  if (accountId !== undefined) await getOwnAccount(deps, personId, accountId);
  const person = await getRow(deps.db, 'person', personId, ['first_name', 'last_name', 'latin_name']);
  const rows = await deps.db
    .selectFrom('certificate')
    .selectAll()
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .$if(accountId !== undefined, (query) =>
      query.where('kind', '=', 'payout').where('account_id', '=', accountId ?? ''),
    )
    .execute();
  const nameAs = (style: 'full' | 'initials') => nameOnCertificate(person, style);
  const certificates = rows.map((row) => {
    const { id, kind, name, program, size, day, amountCents, tradingDays, issuedAt } = claimsOf(row);
    return {
      ...{ id, kind, name, program, size, day, amountCents, tradingDays, issuedAt },
      accountId: row.account_id,
      nameStyle: row.name_style,
      showsAmount: row.shows_amount,
      url: certificateUrl(deps, id),
    };
  });
  certificates.sort((left, right) =>
    left.day === right.day ? right.issuedAt - left.issuedAt : left.day < right.day ? 1 : -1,
  );
  return { certificates, names: { full: nameAs('full'), initials: nameAs('initials') } };
}

export function certificateUrl({ env }: Deps, id: string): string {
  return `${env.origin}${pathTo('certificateVerification', {}, 'en')}?id=${id}`;
}
