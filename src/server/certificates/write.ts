import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { getRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import { signCompact } from '#shared/certificates/compact.ts';
import { type Issuer, signCredential } from '#shared/certificates/credential.ts';
import { type NameStyle, nameOnCertificate } from '#shared/certificates/name.ts';
import { statusListEntries } from '#shared/certificates/status-list.ts';
import type { SubjectFacts } from './facts.ts';
import { getSigner } from './signing-key.ts';

export type CertificateChoices = { readonly nameStyle: NameStyle; readonly showsAmount: boolean };

type NewCertificate = SubjectFacts & {
  readonly kind: CertificateClaims['kind'];
  readonly choices: CertificateChoices;
  readonly actor: string;
};

export function issuerOf({ env, catalog }: Deps): Issuer {
  return { name: catalog.site.name, url: env.origin, apiUrl: `${env.origin}/api` };
}

/** Signs and stores a certificate. @returns its id, or null if the subject already has a valid one */
export async function writeCertificate(trx: Trx, deps: Deps, draft: NewCertificate): Promise<string | null> {
  const { kind, personId, accountId, payoutId, facts, choices, actor } = draft;
  const id = newId();
  const now = Math.floor(deps.clock().getTime() / 1_000) * 1_000;
  const person = await getRow(trx, 'person', personId, ['first_name', 'last_name', 'latin_name']);
  const name = nameOnCertificate(person, choices.nameStyle);
  const statusIndex = await pickStatusIndex(trx);
  const amountCents = choices.showsAmount ? facts.amountCents : null;
  const claims: CertificateClaims = { id, kind, name, ...facts, amountCents, issuedAt: now, statusIndex };
  const signer = await getSigner(deps, trx);
  const inserted = await trx
    .insertInto('certificate')
    .values({
      id,
      kind,
      person_id: personId,
      account_id: accountId,
      payout_id: payoutId,
      name,
      name_style: choices.nameStyle,
      shows_amount: choices.showsAmount,
      facts: JSON.stringify(facts),
      credential: await signCredential(signer, issuerOf(deps), claims),
      compact: await signCompact(signer, claims),
      status_index: statusIndex,
      issued_at: new Date(now),
    })
    .onConflict((conflict) =>
      conflict
        .column(kind === 'evaluation' ? 'account_id' : 'payout_id')
        .where('kind', '=', sql.lit(kind))
        .where('revoked_at', 'is', null)
        .doNothing(),
    )
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return null;
  await writeAudit(deps, trx, actor, 'certificate-issued', ['certificate', id], {
    kind,
    accountId,
    payoutId,
    ...choices,
  });
  return id;
}

/** Picks a random free bit of the newest list. Lists stay half empty, so a few attempts find one. */
async function pickStatusIndex(trx: Trx): Promise<number> {
  const { last } = await trx
    .selectFrom('certificate')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const list = Math.floor(Number(last) / (statusListEntries / 2));
  for (;;) {
    const index = list * statusListEntries + randomInt(statusListEntries);
    const taken = await trx.selectFrom('certificate').select('id').where('status_index', '=', index).executeTakeFirst();
    if (!taken) return index;
  }
}
