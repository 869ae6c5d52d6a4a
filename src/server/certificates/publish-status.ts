import { gzipSync } from 'node:zlib';
import { type Deps, notFound } from '#server/core/deps.ts';
import { signStatusList } from '#shared/certificates/credential.ts';
import { statusListEntries, writeStatusBits } from '#shared/certificates/status-list.ts';
import { getSigner } from './signing-key.ts';
import { issuerOf } from './write.ts';

/** How long verifiers may cache a list. Together with our cache, a revocation is visible within 60 seconds. */
export const statusListMaxAgeSeconds = 30;
const cacheMs = 15_000;

type CachedList = { readonly at: number; readonly token: string };
const cache = new WeakMap<Deps, Map<number, CachedList>>();

/**
 * A revocation list as a signed credential.
 * @throws {ServiceError} 404 for a list without certificates; the first list always exists
 */
export async function publishStatusList(deps: Deps, list: number): Promise<string> {
  const now = deps.clock().getTime();
  const lists = cache.get(deps) ?? new Map<number, CachedList>();
  cache.set(deps, lists);
  const last = lists.get(list);
  if (last && now >= last.at && now - last.at < cacheMs) return last.token;
  const from = list * statusListEntries;
  const certificatesInList = deps.db
    .selectFrom('certificate')
    .select('status_index')
    .where('status_index', '>=', from)
    .where('status_index', '<', from + statusListEntries);
  if (list > 0 && !(await certificatesInList.limit(1).executeTakeFirst())) throw notFound();
  const revoked = await certificatesInList.where('revoked_at', 'is not', null).execute();
  const bits = writeStatusBits(revoked.map(({ status_index: index }) => index - from));
  const encodedList = `u${gzipSync(bits).toString('base64url')}`;
  const ttlMs = statusListMaxAgeSeconds * 1_000;
  const signer = await getSigner(deps, deps.db);
  const token = await signStatusList(signer, issuerOf(deps), { list, encodedList, at: now, ttlMs });
  lists.set(list, { at: now, token });
  return token;
}
