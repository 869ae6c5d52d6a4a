import { dayMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { findRow, insertRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { openConduct } from '#shared/risk/contract-conduct.ts';
import type { ConductEvent } from '../tables.ts';

/**
 * Opens a conduct case: the account is suspended and flattened, and its trader learns the cause, the evidence and the
 * deadline. @throws {ServiceError} 404, 409 for an ended account or an open case, 422 for an unknown event
 */
export async function openConductCase(
  deps: Deps,
  operator: Actor,
  form: BodyOf<typeof openConduct>,
): Promise<{ caseId: string; answerUntil: number }> {
  return deps.db.transaction().execute((trx) => openCase(deps, trx, operator, form));
}

/** Like `openConductCase`, within the caller's transaction. */
export async function openCase(
  deps: Deps,
  trx: Trx,
  operator: Actor,
  { accountId, cause, evidence, sourceIds }: BodyOf<typeof openConduct>,
): Promise<{ caseId: string; answerUntil: number }> {
  const account = await lockAccount(trx, accountId);
  if (account.ended_at !== null) throw new ServiceError(409, 'conduct_ended');
  const open = await findRow(trx, 'conduct_case', { account_id: accountId, status: 'open' }, ['id']);
  if (open) throw new ServiceError(409, 'conduct_open');
  const events = await readEvents(trx, accountId, [...new Set(sourceIds)]);
  const id = newId();
  const openedBy = `person:${operator.personId}`;
  const openedAt = deps.clock();
  const answerUntil = new Date(openedAt.getTime() + deps.catalog.packages.accounts.conductAnswerDays * dayMs);
  await insertRow(trx, 'conduct_case', {
    id,
    account_id: accountId,
    cause,
    evidence,
    events: JSON.stringify(events),
    opened_by: openedBy,
    opened_at: openedAt,
    answer_until: answerUntil,
  });
  await suspendAccount(deps, trx, { accountId, source: `conduct:${id}`, reason: 'conduct' });
  await writeAudit(deps, trx, openedBy, 'conduct-opened', ['account', accountId], {
    caseId: id,
    before: null,
    after: { status: 'open', cause, evidence, sourceIds: events.map(({ sourceId }) => sourceId) },
  });
  const conduct = { cause, evidence, answerUntil: answerUntil.getTime() };
  await notifyOwner(deps, trx, account, { kind: 'conduct_opened', key: `conduct-opened:${id}`, conduct });
  return { caseId: id, answerUntil: answerUntil.getTime() };
}

/** Reads an account's events in chronological order. @throws {ServiceError} 422 if one is unknown */
async function readEvents(trx: Trx, accountId: string, sourceIds: readonly string[]): Promise<readonly ConductEvent[]> {
  if (sourceIds.length === 0) return [];
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', accountId)
    .where('source_id', 'in', sourceIds)
    .orderBy('at')
    .orderBy('source_id')
    .execute();
  if (rows.length < sourceIds.length) throw invalid({ sourceIds: ['invalid'] });
  return rows;
}
