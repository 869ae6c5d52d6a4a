import type { Actor, Deps, Trx } from '../../deps.ts';
import { invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type PlainAction, writeAudit } from '../audit/write-audit.ts';
import { queuePostback } from '../postback/queue.ts';
import { encryptSecret } from '../postback/secret.ts';
import { newPostbackSecret } from '../postback/sign.ts';
import { selectApproved } from './approved.ts';

const formerMs = 86_400_000;

type Affiliate = Pick<Actor, 'personId'>;

async function lockAffiliate(trx: Trx, personId: string): Promise<void> {
  const affiliate = await selectApproved(trx)
    .select('person_id')
    .where('person_id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!affiliate) throw notFound();
}

async function recordChange(
  deps: Deps,
  trx: Trx,
  personId: string,
  action: PlainAction,
  details: object,
): Promise<void> {
  await writeAudit(deps, trx, {
    actor: `person:${personId}`,
    action,
    entity: 'affiliate',
    entityId: personId,
    details: { ...details },
  });
}

/**
 * Sets where an affiliate's postbacks go. @returns the secret of a new endpoint; null where it has one
 * @throws {ServiceError} 404 for anyone else, 422 for a host that isn't on the public network
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
    const known = await trx
      .updateTable('affiliate_endpoint')
      .set({ url })
      .where('affiliate_id', '=', personId)
      .returning('affiliate_id')
      .executeTakeFirst();
    if (!known) {
      await trx
        .insertInto('affiliate_endpoint')
        .values({
          affiliate_id: personId,
          url,
          secret: encryptSecret(deps, personId, secret),
          created_at: deps.clock(),
        })
        .execute();
    }
    await recordChange(deps, trx, personId, 'postback-url-saved', { host: new URL(url).host });
    return { secret: known ? null : secret };
  });
}

/** Replaces the secret; the former one signs as well for a day. @throws {ServiceError} 404 without an endpoint */
export async function rotatePostbackSecret(deps: Deps, { personId }: Affiliate): Promise<{ secret: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    const secret = newPostbackSecret();
    const now = deps.clock();
    const rotated = await trx
      .updateTable('affiliate_endpoint')
      .set((eb) => ({
        secret: encryptSecret(deps, personId, secret),
        former_secret: eb.ref('secret'),
        former_until: new Date(now.getTime() + formerMs),
        rotated_at: now,
      }))
      .where('affiliate_id', '=', personId)
      .returning('affiliate_id')
      .executeTakeFirst();
    if (!rotated) throw notFound();
    await recordChange(deps, trx, personId, 'postback-secret-rotated', {});
    return { secret };
  });
}

/** Ends an affiliate's postbacks; repeating it changes nothing. */
export async function removePostbackUrl(deps: Deps, { personId }: Affiliate): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockAffiliate(trx, personId);
    await forgetPostbacks(trx, personId);
    await recordChange(deps, trx, personId, 'postback-url-removed', {});
  });
}

/** Everything about an affiliate's endpoint, waiting messages included. */
export async function forgetPostbacks(trx: Trx, personId: string): Promise<void> {
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
