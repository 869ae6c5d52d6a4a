import type { Db, Trx } from '../deps.ts';
import { decryptText, encryptText, type Keys } from '../encryption.ts';
import { insertOnce, upsertRow } from './rows.ts';

const id = 'canary';
const context = 'key-canary';

/** The current key isn't the one this database was encrypted with; the message is one line for the operator. */
export class WrongKeyError extends Error {}

/**
 * Checks the current key by decrypting a text that was encrypted at the first start.
 * @throws {WrongKeyError} if APP_SECRET is wrong, lost or newly set
 */
export async function checkKeyCanary(db: Db, keys: Keys): Promise<void> {
  await insertOnce(db, 'installation_key', { id, value: encryptText(keys, context, id) });
  const row = await db.selectFrom('installation_key').select('value').where('id', '=', id).executeTakeFirstOrThrow();
  try {
    decryptText(keys, context, row.value);
  } catch {
    throw new WrongKeyError(
      'APP_SECRET is not the key this database is encrypted with: restore the former value, or rotate with `npm run db -- rotate-secrets` and APP_SECRET_OLD.',
    );
  }
}

export async function replaceKeyCanary(trx: Trx, keys: Keys): Promise<void> {
  const value = encryptText(keys, context, id);
  await upsertRow(trx, 'installation_key', { id, value }, 'id', { value });
}
