import type { Connection } from '../server/db/connect.ts';
import type { Keys } from '../server/deps.ts';
import { decryptText, encryptText } from '../server/encryption.ts';
import type { Env } from '../server/env.ts';
import { openKeys } from '../server/keys.ts';

/** Undefined if the text was encrypted with another key. */
function tryOpen(keys: Keys, context: string, sealed: string): string | undefined {
  try {
    return decryptText(keys, context, sealed);
  } catch {
    return undefined;
  }
}

/**
 * Re-encrypts all rows under APP_SECRET, or none; a second run changes nothing.
 * @param oldSecret the former APP_SECRET; undefined if the key was generated at first start
 * @returns the number of re-encrypted rows
 * @throws if a row can be decrypted with neither key
 */
export async function rotateSecrets(env: Env, connection: Connection, oldSecret: string | undefined): Promise<number> {
  const [before, after] = await Promise.all([
    openKeys({ ...env, appSecret: oldSecret }, connection),
    openKeys(env, connection),
  ]);
  return connection.db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('trading_account').select(['id', 'platform_secret']).forUpdate().execute();
    let count = 0;
    for (const { id, platform_secret: sealed } of rows) {
      const context = `account:${id}`;
      if (tryOpen(after, context, sealed) !== undefined) continue;
      const secret = tryOpen(before, context, sealed);
      if (secret === undefined) throw new Error(`account ${id} was sealed under neither key: nothing was changed`);
      await trx
        .updateTable('trading_account')
        .set({ platform_secret: encryptText(after, context, secret) })
        .where('id', '=', id)
        .execute();
      count += 1;
    }
    return count;
  });
}
