import { getRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';

/** Whom emails about a subscription address. */
export async function readBuyer(trx: Trx, personId: string) {
  return getRow(trx, 'person', personId, ['email', 'first_name', 'locale']);
}
