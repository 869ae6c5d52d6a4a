import { insertOnce } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import { isSignedText, signText } from '#server/core/signature.ts';

const hashOf = (email: string) => sha256(addressKey(email));

type Link = { readonly id: string; readonly key: string };

/** The link in each reminder. It names the address only by its hash and never expires, because objecting always works. */
export function reminderObjectionLink({ env, keys }: Deps, email: string): string {
  const id = hashOf(email);
  return `${env.origin}/api/orders/reminders?id=${id}&key=${signText(keys, 'reminder-objection', id)}`;
}

export function isReminderObjectionLink({ keys }: Deps, { id, key }: Link): boolean {
  return isSignedText(keys, 'reminder-objection', id, key);
}

/** Stops reminders of unpaid orders to the link's address; repeating it changes nothing. @returns whether the link is valid */
export async function objectToReminders(deps: Deps, link: Link): Promise<boolean> {
  if (!isReminderObjectionLink(deps, link)) return false;
  await insertOnce(deps.db, 'reminder_objection', { address_hash: link.id, objected_at: deps.clock() });
  return true;
}

export async function hasObjectedToReminders(db: Db | Trx, email: string): Promise<boolean> {
  const found = db.selectFrom('reminder_objection').select('address_hash').where('address_hash', '=', hashOf(email));
  return (await found.executeTakeFirst()) !== undefined;
}
