import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { CodePurpose } from '../tables.ts';

/** Invalidates a person's codes after what they unlock was changed in another way. */
export async function invalidateCodes(deps: Deps, trx: Trx, personId: string, purposes: readonly CodePurpose[]) {
  await trx
    .updateTable('email_code')
    .set({ used_at: deps.clock() })
    .where('person_id', '=', personId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}

/** Deletes unsent mails with replaced codes, so that the newest mail contains the newest code. */
export async function deleteUnsentCodeMails(trx: Trx, personId: string, purpose: CodePurpose): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('sent_at', 'is', null)
    .where('dedupe_key', 'in', (eb) =>
      eb
        .selectFrom('email_code')
        .select(sql<string>`purpose || ':' || id`.as('key'))
        .where('person_id', '=', personId)
        .where('purpose', '=', purpose),
    )
    .execute();
}
