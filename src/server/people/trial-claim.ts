import { findRow, insertOnce } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';

/** The order that used up a person's one trial. */
export async function findTrialClaim(
  db: Db | Trx,
  identity: { readonly personId: string } | { readonly email: string },
): Promise<{ orderId: string } | undefined> {
  const claims = db.selectFrom('trial_claim').select('order_id as orderId');
  return 'personId' in identity
    ? claims.where('person_id', '=', identity.personId).executeTakeFirst()
    : claims.where('address_key', '=', addressKey(identity.email)).executeTakeFirst();
}

/**
 * Uses up a person's one trial, or finds that this order already has. Concurrent payments wait for the row, so only one
 * of them gets true.
 */
export async function claimTrial(
  trx: Trx,
  { orderId, personId, email }: { orderId: string; personId: string; email: string },
): Promise<boolean> {
  await insertOnce(trx, 'trial_claim', { address_key: addressKey(email), person_id: personId, order_id: orderId });
  const claimed = await findRow(trx, 'trial_claim', { order_id: orderId }, ['order_id']);
  return claimed !== undefined;
}
