import { findRow, insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';

/**
 * Stores a provider's webhook once, by the hash of its bytes, and leaves the rest to a job, because providers wait only
 * a few seconds.
 * @throws {ServiceError} 401 for a wrong signature, 404 if no provider is configured
 */
export async function receiveIdentityEvent(deps: Deps, headers: Headers, rawBody: string): Promise<void> {
  const received = await deps.identity.receive(headers, rawBody);
  if (received === null) return;
  const { checkId, event } = received;
  await deps.db.transaction().execute(async (trx) => {
    const check = await findRow(trx, 'identity_check', { id: checkId, provider: deps.identity.provider }, ['id']);
    if (!check) {
      deps.log.warn({ provider: deps.identity.provider }, 'an identity event about a check that isn’t ours');
      return;
    }
    const id = sha256(`${deps.identity.provider}:${rawBody}`);
    const isStored = await insertOnce(trx, 'identity_event', {
      id,
      check_id: checkId,
      event: JSON.stringify(event),
      received_at: deps.clock(),
    });
    if (isStored) {
      await deps.jobs.send(trx, 'handle-identity-event', { eventId: id }, { singletonKey: id });
    }
  });
}
