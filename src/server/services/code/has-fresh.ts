import type { CodePurpose } from '../../db/identity-tables.ts';
import type { Deps, Trx } from '../../deps.ts';

/** A second press of the button, or a second tab, within this time gets no second mail. */
const pauseMs = 60_000;

export async function hasFreshCode(deps: Deps, trx: Trx, personId: string, purpose: CodePurpose): Promise<boolean> {
  const row = await trx
    .selectFrom('email_code')
    .select('id')
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(deps.clock().getTime() - pauseMs))
    .executeTakeFirst();
  return row !== undefined;
}
