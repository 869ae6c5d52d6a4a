import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/canonical-json.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { type Amendment, compareVersions, isSameMoment } from '#shared/accounts/amend-fill.ts';
import type { Adjustment, Fill } from '#shared/accounts/model.ts';
import { lockAccount } from '../lock.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import { amendInTransaction, type DeliveredAmendment } from './amend-fills.ts';
import { contradictionOf, describeAdjustment, describeFill } from './describe-fill.ts';
import { storeUnreadRows } from './store-unread-rows.ts';

type Reported = Fill | Adjustment;

/**
 * Compares fills and money that came again with what is stored under their ids: a fill's other content is a correction, of
 * which both versions are kept, or is named for a person if it contradicts what is stored, as money's always does.
 * @param asOf when a statement said so; undefined from a live bridge
 * @returns how many were corrected @throws {ServiceError} 409 for a fill older than the retained marks
 */
export async function reviseFills(
  deps: Deps,
  accountId: string,
  delivered: readonly DeliveredEvent[],
  asOf: number | undefined,
): Promise<number> {
  if (!delivered.some(({ event }) => event.type === 'fill' || event.type === 'adjustment')) return 0;
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    return reviseInTransaction(deps, trx, accountId, delivered, asOf);
  });
}

/** Like `reviseFills`, within the caller's transaction, which has locked the account. */
export async function reviseInTransaction(
  deps: Deps,
  trx: Trx,
  accountId: string,
  delivered: readonly DeliveredEvent[],
  asOf: number | undefined,
): Promise<number> {
  const reports = delivered.flatMap(({ sourceId, event }) =>
    event.type === 'fill' || event.type === 'adjustment' ? [{ sourceId, event }] : [],
  );
  if (reports.length > 0) await nameContradictions(deps, trx, accountId, reports);
  const fills = reports.flatMap(({ sourceId, event }) => (event.type === 'fill' ? [{ sourceId, fill: event }] : []));
  if (fills.length === 0) return 0;
  const stored = await readKnownFills(
    trx,
    accountId,
    fills.map(({ sourceId }) => sourceId),
  );
  const versions: DeliveredAmendment[] = [];
  for (const { sourceId, fill } of fills) {
    const known = stored.get(sourceId);
    const outcome = known ? compareVersions(known, fill, asOf) : 'known';
    if (!known || outcome === 'known') continue;
    const current = known.current ?? known.original;
    if (outcome === 'contradictory') {
      const value = `${describeFill(fill)}; booked: ${known.current ? describeFill(current) : 'taken back'}`;
      const rows = [{ line: 0, reason: 'contradictory', value: value.slice(0, 200) } as const];
      await storeUnreadRows(deps, trx, accountId, contradictionOf(sourceId, fill), rows);
      continue;
    }
    const at = asOf ?? deps.clock().getTime();
    const hash = createHash('sha256').update(canonicalJson({ fill, asOf })).digest('hex').slice(0, 12);
    const kept = isSameMoment(current.at, fill.at) ? { ...fill, at: current.at } : fill;
    versions.push({ sourceId: `${sourceId}@${hash}`, event: { type: 'fill-version', at, of: sourceId, fill: kept } });
    // Of several in one delivery, each is compared with the one before.
    stored.set(sourceId, {
      ...known,
      current: kept,
      amendments: [...known.amendments, { type: 'fill-version', at, fill }],
    });
  }
  return amendInTransaction(deps, trx, accountId, versions);
}

/** Money of another amount or cause, and a fill under the id of money or money under the id of a fill. */
async function nameContradictions(
  deps: Deps,
  trx: Trx,
  accountId: string,
  reports: readonly { readonly sourceId: string; readonly event: Reported }[],
): Promise<void> {
  const rows = await listRows(
    trx,
    'account_event',
    { account_id: accountId, source_id: reports.map(({ sourceId }) => sourceId), type: ['fill', 'adjustment'] },
    ['source_id', 'event'],
  );
  const booked = new Map(rows.map(({ source_id, event }) => [source_id, event as Reported]));
  for (const { sourceId, event } of reports) {
    const known = booked.get(sourceId);
    if (!known || isSaidAgain(known, event)) continue;
    const file =
      event.type === 'fill' ? contradictionOf(sourceId, event) : `${sourceId} ${event.cause} ${event.amountCents}`;
    const value = `${describe(event)}; booked: ${describe(known)}`.slice(0, 200);
    await storeUnreadRows(deps, trx, accountId, file, [{ line: 0, reason: 'contradictory', value }]);
  }
}

/** Two fills are compared by version. */
function isSaidAgain(known: Reported, event: Reported): boolean {
  if (known.type === 'fill' || event.type === 'fill') return known.type === event.type;
  return known.amountCents === event.amountCents && known.cause === event.cause;
}

function describe(event: Reported): string {
  return event.type === 'fill' ? describeFill(event) : describeAdjustment(event);
}

async function readKnownFills(trx: Trx, accountId: string, sourceIds: readonly string[]) {
  const events = await listRows(trx, 'account_event', { account_id: accountId, source_id: sourceIds, type: 'fill' }, [
    'source_id',
    'event',
  ]);
  const rows = await listRows(trx, 'fill_amendment', { account_id: accountId, fill_source_id: sourceIds }, [
    'fill_source_id',
    'amendment',
    'original',
  ]);
  const currents = new Map(events.map(({ source_id, event }) => [source_id, event as Fill]));
  const amendments = Map.groupBy(rows, (row) => row.fill_source_id);
  const known = new Map<string, { original: Fill; current: Fill | null; amendments: readonly Amendment[] }>();
  for (const sourceId of sourceIds) {
    const own = amendments.get(sourceId) ?? [];
    const current = currents.get(sourceId) ?? null;
    const original = own.find((row) => row.original !== null)?.original ?? current;
    if (original) known.set(sourceId, { original, current, amendments: own.map((row) => row.amendment) });
  }
  return known;
}
