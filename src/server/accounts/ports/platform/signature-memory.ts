import { createHmac } from 'node:crypto';
import { insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Coverage } from '#shared/accounts/bridge-signature.ts';

const known = new WeakMap<Deps['db'], Set<string>>();

/**
 * Whether a bridge's request or answer may count of which this much is signed. Once a whole one was signed with a secret, one
 * of which only the body is signed may come from someone who has seen it elsewhere. Every copy of the site knows this, also
 * after a restart; a new secret starts over. @param what the messages, and for answers the bridge's address
 */
export async function acceptsCoverage(
  db: Deps['db'],
  what: 'requests' | `answers from ${string}`,
  secret: string,
  coverage: Coverage,
): Promise<boolean> {
  const [kind = ''] = what.split(' ');
  const id = `bridge-${kind}:${createHmac('sha256', secret).update(`whole ${what} are signed`).digest('hex')}`;
  const ids = known.get(db) ?? new Set();
  known.set(db, ids);
  if (coverage === 'body') {
    if (ids.has(id)) return false;
    return !(await db.selectFrom('installation_key').select('id').where('id', '=', id).executeTakeFirst());
  }
  if (ids.has(id)) return true;
  await insertOnce(db, 'installation_key', { id, value: 'v2' });
  ids.add(id);
  return true;
}
