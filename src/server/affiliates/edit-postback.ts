import { dayMs } from '#lib/durations.ts';
import { insertRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Deps,
  invalid,
  newId,
  notFound,
  type PlainAction,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { selectApproved } from './approved.ts';
import { queuePostback } from './postbacks/queue.ts';
import { encryptSecret } from './postbacks/secret.ts';
import { newPostbackSecret } from './postbacks/sign.ts';

const formerSecretMs = dayMs;

type Affiliate = Pick<Actor, 'personId'>;

async function lockAffiliate(trx: Trx, personId: string): Promise<void> {
  await selectApproved(trx)
    .select('person_id')
    .where('person_id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
}

async function recordChange(deps: Deps, trx: Trx, personId: string, action: PlainAction, details: object) {
  await writeAudit(deps, trx, `person:${personId}`, action, ['affiliate', personId], { ...details });
}

/**
 * Sets the URL of an affiliate's postbacks. @returns the secret of a new endpoint; null if there was one already
 * @throws {ServiceError} 404 for anyone but an affiliate, 422 for a host that isn't on the public network
 */
export async function savePostbackUrl(
  deps: Deps,
  { personId }: Affiliate,
  url: string,
): Promise<{ secret: string | null }> {
  if (!(await deps.postbacks.isPublicHost(new URL(url).hostname))) throw invalid({ url: ['postback_private'] });
  return deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    const secret = newPostbackSecret();
    const updated = await trx
      .updateTable('affiliate_endpoint')
      .set({ url })
      .where('affiliate_id', '=', personId)
      .returning('affiliate_id')
      .executeTakeFirst();
    if (!updated) {
      await insertRow(trx, 'affiliate_endpoint', {
        affiliate_id: personId,
        url,
        secret: encryptSecret(deps, personId, secret),
        created_at: deps.clock(),
      });
    }
    await recordChange(deps, trx, personId, 'postback-url-saved', { host: new URL(url).host });
    return { secret: updated ? null : secret };
  });
}

/** Replaces the secret; the old one also signs messages for a day. @throws {ServiceError} 404 without an endpoint */
export async function rotatePostbackSecret(deps: Deps, { personId }: Affiliate): Promise<{ secret: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    const secret = newPostbackSecret();
    const now = deps.clock();
    await trx
      .updateTable('affiliate_endpoint')
      .set((eb) => ({
        secret: encryptSecret(deps, personId, secret),
        former_secret: eb.ref('secret'),
        former_until: new Date(now.getTime() + formerSecretMs),
        rotated_at: now,
      }))
      .where('affiliate_id', '=', personId)
      .returning('affiliate_id')
      .executeTakeFirstOrThrow(notFound);
    await recordChange(deps, trx, personId, 'postback-secret-rotated', {});
    return { secret };
  });
}

/** Stops an affiliate's postbacks; safe to repeat. */
export async function removePostbackUrl(deps: Deps, { personId }: Affiliate): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    await deletePostbacks(trx, personId);
    await recordChange(deps, trx, personId, 'postback-url-removed', {});
  });
}

/** Deletes an affiliate's endpoint and all its messages, sent or not. */
export async function deletePostbacks(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('postback').where('affiliate_id', '=', personId).execute();
  await trx.deleteFrom('affiliate_endpoint').where('affiliate_id', '=', personId).execute();
}

/** Sends a test message. @throws {ServiceError} 404 without an endpoint */
export async function testPostback(deps: Deps, { personId }: Affiliate): Promise<{ id: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    const id = await queuePostback(deps, trx, {
      affiliateId: personId,
      dedupeKey: `test:${newId()}`,
      type: 'postback.test',
      data: { message: 'This is a test.' },
    });
    if (id === null) throw notFound();
    return { id };
  });
}
