import type { Db, Trx } from '../deps.ts';
import { decryptText, encryptText, type Keys } from '../encryption.ts';
import { insertOnce } from './rows.ts';

const id = 'market';
export const marketKeyContext = 'market-key';

/**
 * The 32 bytes that every day's key of the simulated market derives from. They are derived from the installation's key
 * at the first start and stored encrypted, so that a new APP_SECRET changes no price and no published hash.
 */
export async function openMarketKey(db: Db, keys: Keys): Promise<Buffer> {
  const value = encryptText(keys, marketKeyContext, keys.derive('simulated-market').toString('base64url'));
  await insertOnce(db, 'installation_key', { id, value });
  const row = await db.selectFrom('installation_key').select('value').where('id', '=', id).executeTakeFirstOrThrow();
  return Buffer.from(decryptText(keys, marketKeyContext, row.value), 'base64url');
}

/** The stored value, for a rotation; none before the first start. */
export async function listMarketKeys(trx: Trx) {
  const rows = await trx.selectFrom('installation_key').select('value').where('id', '=', id).forUpdate().execute();
  return rows.map(({ value }) => ({
    name: 'the key of the simulated market',
    context: marketKeyContext,
    value,
    replace: (next: string) => trx.updateTable('installation_key').set({ value: next }).where('id', '=', id).execute(),
  }));
}
