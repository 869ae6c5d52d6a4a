import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { deleteRows, insertOnce, isNull, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, ServiceError } from '#server/core/deps.ts';
import { readByIds, readNewestIds } from '#server/office/lists/read-list.ts';
import { listOwn } from '#server/people/own-case.ts';
import { listSessionExpiries } from '#server/people/sessions/signed-in-until.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import {
  type BulkActionName,
  type BulkReason,
  type BulkRow,
  bulkActions,
  maxBulkRows,
} from '#shared/firm/bulk-actions.ts';
import type { ListFilter, ListRow } from '#shared/office/define-list.ts';
import {
  type BulkInput,
  bulkTargets,
  type FoundTickets,
  findTickets,
  listSuspended,
  listUnreachable,
} from './bulk-targets.ts';
import { listSources } from './lists.ts';

type SkippedRow = BulkRow & { readonly reason: BulkReason };
type PlannedRow = BulkRow & { readonly record: ListRow };
type Plan = { readonly rows: PlannedRow[]; readonly leftOut: SkippedRow[] };
type Outcome = { readonly done: number; readonly leftOut: SkippedRow[] };

/** After this time an unfinished run counts as abandoned, and its key may continue it. */
const abandonedMs = 2 * 60_000;

async function plan(deps: Deps, actor: Actor, action: BulkActionName, ids: readonly string[]): Promise<Plan> {
  const { label, findSkipReason, personOf } = bulkTargets[action];
  const found = await readByIds(deps, listSources[bulkActions[action].list], ids);
  const suspended = await listSuspended(deps, action, ids);
  const unreachable = await listUnreachable(deps, personOf ? found.map(personOf) : []);
  const { idsName } = bulkActions[action];
  const own = idsName === null ? new Set<string>() : await listOwn(deps, idsName, ids, actor);
  const recordsById = new Map(found.map((row) => [row.id, row]));
  const result: Plan = { rows: [], leftOut: [] };
  const reached = new Set<string>();
  for (const id of new Set(ids)) {
    const record = recordsById.get(id);
    if (record === undefined) {
      result.leftOut.push({ id, label: id, reason: 'gone' });
      continue;
    }
    const person = personOf?.(record) ?? id;
    const reason = own.has(id)
      ? 'own'
      : suspended.has(id)
        ? 'already'
        : reached.has(person)
          ? 'same'
          : (unreachable.get(person) ?? findSkipReason(record, actor));
    if (reason === null) {
      reached.add(person);
      result.rows.push({ id, label: label(record), record });
    } else result.leftOut.push({ id, label: label(record), reason });
  }
  return result;
}

type Choice = { readonly ids?: readonly string[] | undefined; readonly filter?: ListFilter | undefined };

/** What an action would do to the chosen records, or to the newest ones that match a filter. */
export async function previewBulk(deps: Deps, actor: Actor, action: BulkActionName, { ids, filter }: Choice) {
  const previewedAt = deps.clock().getTime();
  const source = listSources[bulkActions[action].list];
  const chosen = ids ?? (await readNewestIds(deps, source, filter ?? {}, maxBulkRows + 1));
  const { rows, leftOut } = await plan(deps, actor, action, chosen.slice(0, maxBulkRows));
  return {
    rows: rows.map(({ id, label }) => ({ id, label })),
    leftOut,
    more: chosen.length > maxBulkRows,
    previewedAt,
  };
}

/**
 * Runs the action on one record after the other, each in its own transaction. The same key returns the same outcome, or
 * continues an abandoned run: what is already done is skipped.
 * @throws {ServiceError} 409 while the same key is running, or if it was used for something else
 */
export async function runBulk(
  deps: Deps,
  actor: Actor,
  action: BulkActionName,
  { ids, previewedAt, ...input }: BulkInput & { readonly ids: readonly string[]; readonly previewedAt: number },
  key: string,
): Promise<Outcome> {
  const hash = createHash('sha256')
    .update(JSON.stringify([action, ids, input]))
    .digest('hex');
  if (bulkActions[action].isConfirmed) await requireConfirmed(deps, actor);
  const earlier = await claim(deps, actor, { action, key, hash });
  if (earlier !== null) return earlier;
  try {
    const tickets = await findTickets(deps, actor, { list: bulkActions[action].list, ids, since: previewedAt });
    bulkTargets[action].check?.(deps, input);
    const runId = createHash('sha256').update(`${actor.personId} ${key} ${hash}`).digest('hex').slice(0, 32);
    const outcome = await runAll(deps, actor, action, { ids, tickets, input: { ...input, runId } });
    await updateRow(
      deps.db,
      'bulk_run',
      { person_id: actor.personId, key },
      { outcome: JSON.stringify(outcome), finished_at: deps.clock() },
    );
    return outcome;
  } catch (error) {
    await abandon(deps, actor, key);
    throw error;
  }
}

type RunContext = {
  readonly ids: readonly string[];
  readonly tickets: FoundTickets;
  readonly input: BulkInput & { readonly runId: string };
};

async function runAll(
  deps: Deps,
  actor: Actor,
  action: BulkActionName,
  { ids, tickets, input }: RunContext,
): Promise<Outcome> {
  const { rows, leftOut } = await plan(deps, actor, action, ids);
  let done = 0;
  for (const { id, label, record } of rows) {
    // The embedded database answers without giving other requests a turn. A role they remove stops the run.
    await turn();
    const isSignedIn = (await listSessionExpiries(deps, [actor.sessionId])).has(actor.sessionId);
    if (!isSignedIn) throw new ServiceError(498, 'token_invalid');
    const ticket = tickets.get(id);
    const reason = ticket?.isChanged
      ? 'changed'
      : await runOne(deps, actor, action, record, { ...input, ...(ticket && { ticket }) });
    if (reason === null) done += 1;
    else leftOut.push({ id, label, reason });
  }
  return { done, leftOut };
}

/** Frees the key of a failed run, so that a retry can do the rest at once. */
async function abandon({ db }: Deps, { personId }: Actor, key: string): Promise<void> {
  await deleteRows(db, 'bulk_run', { person_id: personId, key, outcome: isNull });
}

async function runOne(
  deps: Deps,
  actor: Actor,
  action: BulkActionName,
  record: ListRow,
  input: Parameters<(typeof bulkTargets)[BulkActionName]['run']>[3],
): Promise<BulkReason | null> {
  try {
    const outcome = await bulkTargets[action].run(deps, actor, record, input);
    return outcome === 'already' || outcome === 'waits' ? outcome : null;
  } catch (error) {
    // Someone was faster; the other records must still be processed. A proof that expires stops the run.
    if (!(error instanceof ServiceError) || error.status >= 500 || error.code === 'confirm_first') throw error;
    if (error.status === 404) return 'gone';
    return error.code === 'ticket_changed' ? 'changed' : 'refused';
  }
}

type Claim = { readonly action: BulkActionName; readonly key: string; readonly hash: string };

/** @returns the outcome of an earlier run with the key; null if this run should start */
async function claim(deps: Deps, { personId }: Actor, { action, key, hash }: Claim): Promise<Outcome | null> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    const run = { person_id: personId, key, action, input_sha256: hash, started_at: now };
    if (await insertOnce(trx, 'bulk_run', run)) return null;
    const existing = trx.selectFrom('bulk_run').selectAll().where('person_id', '=', personId).where('key', '=', key);
    const earlier = await existing.forUpdate().executeTakeFirstOrThrow();
    if (earlier.input_sha256 !== hash) throw new ServiceError(409, 'idempotency_conflict');
    if (earlier.outcome !== null) return earlier.outcome as Outcome;
    if (now.getTime() - earlier.started_at.getTime() < abandonedMs) throw conflict();
    await updateRow(trx, 'bulk_run', { person_id: personId, key }, { started_at: now });
    return null;
  });
}
