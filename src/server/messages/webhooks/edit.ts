import { dayMs } from '#lib/durations.ts';
import { deleteRows, findRow, insertRow, requireRow, updateRow } from '#server/core/database/rows.ts';
import {
  type Db,
  type Deps,
  invalid,
  newId,
  notFound,
  type PlainAction,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import type { Audience } from '#shared/messages/webhook.ts';
import { columnsOf, type Outbox } from './outbox.ts';
import { queueWebhook } from './queue.ts';
import { encryptSecret } from './secret.ts';
import { newWebhookSecret } from './sign.ts';

const formerSecretMs = dayMs;

async function recordChange(
  deps: Deps,
  trx: Trx,
  { audience, personId }: Outbox,
  action: PlainAction,
  details: object,
) {
  const entity = audience === 'affiliate' ? 'affiliate' : 'person';
  await writeAudit(deps, trx, `person:${personId}`, action, [entity, personId], { ...details });
}

/**
 * Sets the URL that messages go to. @returns the secret of a new endpoint; null if there was one already
 * @throws {ServiceError} 404 for someone who may have none, 422 for a host that isn't on the public network
 */
export async function saveEndpoint(
  deps: Deps,
  outbox: Outbox,
  url: string,
  notify: (trx: Trx) => Promise<void> = async () => {},
): Promise<{ secret: string | null }> {
  if (!(await deps.postbacks.isPublicHost(new URL(url).hostname))) throw invalid({ url: ['postback_private'] });
  return deps.db.transaction().execute(async (trx) => {
    await outbox.lock(trx);
    const secret = newWebhookSecret();
    const key = columnsOf(outbox);
    const existing = await findRow(trx, 'affiliate_endpoint', key, ['affiliate_id']);
    if (existing) await updateRow(trx, 'affiliate_endpoint', key, { url });
    else {
      const row = { ...key, url, secret: encryptSecret(deps, outbox, secret), created_at: deps.clock() };
      await insertRow(trx, 'affiliate_endpoint', row);
    }
    await recordChange(deps, trx, outbox, 'postback-url-saved', { host: new URL(url).host });
    await notify(trx);
    return { secret: existing ? null : secret };
  });
}

/** Replaces the secret; the old one also signs messages for a day. @throws {ServiceError} 404 without an endpoint */
export async function rotateSecret(
  deps: Deps,
  outbox: Outbox,
  notify: (trx: Trx) => Promise<void> = async () => {},
): Promise<{ secret: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await outbox.lock(trx);
    const secret = newWebhookSecret();
    const now = deps.clock();
    const former = await requireRow(trx, 'affiliate_endpoint', columnsOf(outbox), ['secret']);
    await updateRow(trx, 'affiliate_endpoint', columnsOf(outbox), {
      secret: encryptSecret(deps, outbox, secret),
      former_secret: former.secret,
      former_until: new Date(now.getTime() + formerSecretMs),
      rotated_at: now,
    });
    await recordChange(deps, trx, outbox, 'postback-secret-rotated', {});
    await notify(trx);
    return { secret };
  });
}

/** Stops the messages; safe to repeat. */
export async function removeEndpoint(deps: Deps, outbox: Outbox): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await outbox.lock(trx);
    for (const table of ['postback', 'affiliate_endpoint'] as const) await deleteRows(trx, table, columnsOf(outbox));
    await recordChange(deps, trx, outbox, 'postback-url-removed', {});
  });
}

/** Deletes a person's endpoints, or one audience's, and all their messages, sent or not. */
export async function deleteEndpoints(executor: Db | Trx, personId: string, audience?: Audience): Promise<void> {
  for (const table of ['postback', 'affiliate_endpoint'] as const)
    await deleteRows(executor, table, { affiliate_id: personId, ...(audience && { audience }) });
}

/** Sends a test message. @throws {ServiceError} 404 without an endpoint */
export async function sendTest(deps: Deps, outbox: Outbox): Promise<{ id: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await outbox.lock(trx);
    const id = await queueWebhook(deps, trx, {
      ...outbox,
      dedupeKey: `test:${newId()}`,
      type: outbox.audience === 'affiliate' ? 'postback.test' : 'webhook.test',
      data: { message: 'This is a test.' },
    });
    if (id === null) throw notFound();
    return { id };
  });
}
