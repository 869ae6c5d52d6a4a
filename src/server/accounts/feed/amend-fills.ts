import { getRow, insertRow, isNull, updateRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { amendFill } from '#shared/accounts/amend-fill.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { lockAccount } from '../lock.ts';
import type { FillAmendment } from '../ports/platform/bridge-messages.ts';
import { appendEvents } from './append-events.ts';
import { contradictionOf } from './describe-fill.ts';

/** The whole fill as it was said again, with other content. */
export type FillVersion = {
  readonly type: 'fill-version';
  readonly at: number;
  readonly of: string;
  readonly fill: Fill;
};

export type DeliveredAmendment = { readonly sourceId: string; readonly event: FillAmendment | FillVersion };

/**
 * Stores corrections and late fees of fills, each once, and rewrites the fills that have arrived; those that haven't are
 * amended when they do. Everything since the earliest such fill is recalculated.
 * @returns how many were new @throws {ServiceError} 409 for a fill older than the retained marks
 */
export async function amendFills(
  deps: Deps,
  accountId: string,
  amendments: readonly DeliveredAmendment[],
): Promise<number> {
  if (amendments.length === 0) return 0;
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    return amendInTransaction(deps, trx, accountId, amendments);
  });
}

/** Like `amendFills`, within the caller's transaction, which has locked the account. */
export async function amendInTransaction(
  deps: Deps,
  trx: Trx,
  accountId: string,
  amendments: readonly DeliveredAmendment[],
): Promise<number> {
  if (amendments.length === 0) return 0;
  const stored = await trx
    .insertInto('fill_amendment')
    .values(
      amendments.map(({ sourceId, event }) => ({
        ...{ account_id: accountId, source_id: sourceId, fill_source_id: event.of, at: new Date(event.at) },
        ...{ amendment: JSON.stringify(event), received_at: deps.clock() },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('fill_source_id')
    .execute();
  const rewrittenAt: number[] = [];
  for (const fillId of new Set(stored.map((row) => row.fill_source_id))) {
    const at = await rewriteFill(trx, accountId, fillId);
    if (at !== null) rewrittenAt.push(at);
  }
  if (rewrittenAt.length > 0) await recalculate(deps, trx, accountId, Math.min(...rewrittenAt));
  return stored.length;
}

/** Recalculates an account from a time, after its stored events have changed. */
export async function recalculate(deps: Deps, trx: Trx, accountId: string, from: number): Promise<void> {
  const results = await appendEvents(deps, trx, new Map([[accountId, []]]), new Map([[accountId, from]]));
  const result = results.get(accountId);
  if (result instanceof ServiceError) throw result;
}

/** @returns the earliest time that the fill has had, or null if it hasn't arrived */
async function rewriteFill(trx: Trx, accountId: string, sourceId: string): Promise<number | null> {
  const ofFill = { account_id: accountId, source_id: sourceId };
  const event = await trx
    .selectFrom('account_event')
    .select(['event', 'sequence'])
    .where((eb) => eb.and(ofFill))
    .where('type', '=', 'fill')
    .executeTakeFirst();
  const amendments = await readAmendments(trx, accountId, sourceId);
  const original = amendments.find((each) => each.original !== null)?.original ?? (event?.event as Fill | undefined);
  if (!original) return null;
  await keepOriginal(trx, accountId, sourceId, original);
  const fill = amendFill(original, amendments);
  if (fill) await forgetContradiction(trx, accountId, contradictionOf(sourceId, fill));
  if (fill === null) {
    await trx
      .deleteFrom('account_event')
      .where((eb) => eb.and(ofFill))
      .execute();
  } else if (event) {
    await trx
      .updateTable('account_event')
      .set({ event: JSON.stringify(fill), at: new Date(fill.at) })
      .where((eb) => eb.and(ofFill))
      .execute();
  } else {
    const newest = await getRow(trx, 'trading_account', accountId, ['sequence']);
    const row = { ...ofFill, type: 'fill', at: new Date(fill.at), sequence: newest.sequence + 1 };
    await insertRow(trx, 'account_event', { ...row, event: JSON.stringify(fill) });
  }
  return Math.min(original.at, event?.event.at ?? original.at, fill?.at ?? original.at);
}

/** A correction may arrive after the fill that already has its content. */
async function forgetContradiction(trx: Trx, accountId: string, file: string): Promise<void> {
  await trx
    .deleteFrom('unread_row')
    .where((eb) => eb.and({ account_id: accountId, file, reason: 'contradictory' }))
    .execute();
}

async function readAmendments(trx: Trx, accountId: string, fillSourceId: string) {
  const rows = await trx
    .selectFrom('fill_amendment')
    .select(['source_id as sourceId', 'amendment', 'original'])
    .where('account_id', '=', accountId)
    .where('fill_source_id', '=', fillSourceId)
    .execute();
  return rows;
}

async function keepOriginal(trx: Trx, accountId: string, sourceId: string, original: Fill): Promise<void> {
  await updateRow(
    trx,
    'fill_amendment',
    { account_id: accountId, fill_source_id: sourceId, original: isNull },
    { original: JSON.stringify(original) },
  );
}
