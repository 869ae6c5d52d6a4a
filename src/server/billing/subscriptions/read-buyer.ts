import { getRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';

/** Who pays for a subscription, as emails and renewal orders address them. */
export async function readBuyer(trx: Trx, personId: string) {
  return getRow(trx, 'person', personId, ['email', 'first_name', 'last_name', 'country', 'postal_code', 'locale']);
}
