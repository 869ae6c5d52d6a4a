import { type Deps, invalid, notFound, ServiceError } from '#server/core/deps.ts';
import type { ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import { confirmLock } from '../access/confirm-lock.ts';
import {
  type BridgeDelivery,
  bridgeDeliveriesSchema,
  bridgeDeliverySchema,
  isListed,
  isOrderListed,
  type OpeningReport,
  type PlatformReport,
} from '../ports/platform/bridge-messages.ts';
import { amendFills, type DeliveredAmendment } from './amend-fills.ts';
import { bookOrders, type DeliveredOrder } from './book-orders.ts';
import { ingestEvents } from './ingest.ts';
import { type AppliedEvents, matchTransfers } from './match-transfers.ts';
import { parkEvents } from './park-events.ts';
import { readBridgeMessage } from './read-message.ts';
import { reviseFills } from './revise-fills.ts';

/** How far a platform's clock may be ahead of ours; an event from the future would make all that follow it late. */
export const clockSkewMs = 60_000;

type DeliveryResult = {
  readonly accepted: number;
  readonly duplicates: number;
  /** Events of unlisted contracts: kept, and applied once their contract is listed. */
  readonly parked: number;
  readonly sequence: number;
};
type BatchResult = {
  readonly accepted: number;
  readonly duplicates: number;
  readonly parked: number;
  /** In the order of the request. A refused delivery has the status that it would have had alone. */
  readonly deliveries: readonly (({ readonly status: 200 } & DeliveryResult) | { readonly status: number })[];
};

/**
 * Receives a bridge's delivery for one or several accounts: the raw body and its signature headers. Replays change
 * nothing. A malformed body is rejected as a whole. @throws {ServiceError} 404 without a bridge or for an unknown
 * account, otherwise 400, 401, 409 or 422
 */
export async function receiveBridgeEvents(deps: Deps, request: ReceivedRequest): Promise<DeliveryResult | BatchResult> {
  const message = await readBridgeMessage(deps, request);
  const now = deps.clock();
  const isMany = typeof message === 'object' && message !== null && 'deliveries' in message;
  const parsed = isMany ? bridgeDeliveriesSchema.safeParse(message) : bridgeDeliverySchema.safeParse(message);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join('.') || 'body');
    throw invalid(Object.fromEntries(paths.map((path) => [path, ['invalid']])));
  }
  const deliveries = 'deliveries' in parsed.data ? parsed.data.deliveries : [parsed.data];
  const latestAt = now.getTime() + clockSkewMs;
  if (deliveries.some(({ events }) => events.some(({ event }) => event.at > latestAt))) {
    throw invalid({ events: ['invalid'] });
  }
  if (!('deliveries' in parsed.data)) return receiveDelivery(deps, parsed.data);
  const results = await Promise.all(deliveries.map((delivery) => tryReceive(deps, delivery)));
  const ingested = results.filter((result) => 'accepted' in result);
  return {
    accepted: ingested.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicates: ingested.reduce((sum, { duplicates }) => sum + duplicates, 0),
    parked: ingested.reduce((sum, { parked }) => sum + parked, 0),
    deliveries: results,
  };
}

async function receiveDelivery(deps: Deps, { account, events, asOf }: BridgeDelivery): Promise<DeliveryResult> {
  const { applied, amendments, reports, openings, orders } = sortEvents(events);
  const opened = await recordOpenings(deps, account, openings);
  if (openings.length === events.length)
    return { ...emptyResult, accepted: opened, duplicates: events.length - opened };
  const accountId = await findBridgeAccount(deps, account);
  if (accountId === undefined) throw notFound();
  const matched = await matchTransfers(deps, accountId, applied);
  const listed = matched.flatMap(({ sourceId, event }) => (isListed(event) ? [{ sourceId, event }] : []));
  const parked = await parkEvents(deps, accountId, applied);
  const { accepted, sequence } = await ingestEvents(deps, accountId, listed);
  const revised = accepted < listed.length ? await reviseFills(deps, accountId, listed, asOf) : 0;
  const booked = await bookOrders(deps, accountId, orders, asOf ?? deps.clock().getTime());
  const amended = await amendFills(deps, accountId, amendments);
  const reported = await recordReports(deps, accountId, reports);
  const stored = accepted + revised + booked + amended + reported + opened;
  return { accepted: stored, duplicates: events.length - stored - parked, parked, sequence };
}

async function tryReceive(deps: Deps, delivery: BridgeDelivery) {
  try {
    return { status: 200 as const, ...(await receiveDelivery(deps, delivery)) };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status };
    throw error;
  }
}

const emptyResult: DeliveryResult = { accepted: 0, duplicates: 0, parked: 0, sequence: 0 };

/** What the engine applies, and what is only stored. */
function sortEvents(events: BridgeDelivery['events']) {
  const applied: AppliedEvents[number][] = [];
  const amendments: DeliveredAmendment[] = [];
  const reports: DeliveredReport[] = [];
  const openings: OpeningReport[] = [];
  const orders: DeliveredOrder[] = [];
  for (const { sourceId, event } of events) {
    if (event.type === 'fill-correction' || event.type === 'fill-fee') amendments.push({ sourceId, event });
    else if (event.type === 'order') {
      if (!isOrderListed(event)) throw invalid({ events: ['invalid'] });
      orders.push({ sourceId, event });
    } else if (event.type === 'opening') openings.push(event);
    else if (event.type === 'data-agreement' || event.type === 'platform-lock' || event.type === 'access-effective')
      reports.push({ sourceId, event });
    else applied.push({ sourceId, event });
  }
  return { applied, amendments, reports, openings, orders };
}

/** Bridge references never change and repeat constantly, so they are cached up to this many. */
const maxCachedAccounts = 50_000;
const caches = new WeakMap<Deps, Map<string, string>>();

/** Excludes simulated accounts, which only simulated traders feed. */
export async function findBridgeAccount(deps: Deps, account: BridgeDelivery['account']): Promise<string | undefined> {
  const cache = caches.get(deps) ?? new Map<string, string>();
  caches.set(deps, cache);
  const key = 'accountId' in account ? account.accountId : `${account.platform} ${account.platformAccountId}`;
  const cachedId = cache.get(key);
  if (cachedId !== undefined) return cachedId;
  const accounts = deps.db.selectFrom('trading_account').select('id').where('simulated', '=', false);
  const row = await ('accountId' in account
    ? accounts.where('id', '=', account.accountId)
    : accounts.where('platform', '=', account.platform).where('platform_account_id', '=', account.platformAccountId)
  ).executeTakeFirst();
  if (!row) return undefined;
  if (cache.size >= maxCachedAccounts) cache.clear();
  cache.set(key, row.id);
  return row.id;
}

/**
 * Records how pending openings went on; of several reports, the newest counts. Once the account is open, its order is
 * fulfilled at once. Reports of accounts that don't wait change nothing. @returns how many changed something
 */
async function recordOpenings(
  deps: Deps,
  account: BridgeDelivery['account'],
  reports: readonly OpeningReport[],
): Promise<number> {
  if (reports.length === 0 || !('accountId' in account)) return 0;
  const { accountId } = account;
  return deps.db.transaction().execute(async (trx) => {
    let changed = 0;
    for (const { at, status, reason = null, until = null } of reports) {
      const updated = await trx
        .updateTable('platform_opening')
        .set({ status, reason, until: until === null ? null : new Date(until), reported_at: new Date(at) })
        .where('account_id', '=', accountId)
        .where('reported_at', '<', new Date(at))
        .returning('order_id')
        .executeTakeFirst();
      if (!updated) continue;
      changed += 1;
      const { order_id: orderId } = updated;
      if (status === 'failed') deps.log.error({ orderId, accountId, reason }, 'the platform could not open an account');
      const options = { singletonKey: `opened:${orderId}` };
      if (status === 'opened') await deps.jobs.send(trx, 'fulfill-order', { orderId }, options);
    }
    return changed;
  });
}

type DeliveredReport = { readonly sourceId: string; readonly event: PlatformReport };

/**
 * Stores what a platform says about an account, each report once. A lock of the platform's own is evidence; only our rules
 * decide. @returns how many were new
 */
async function recordReports(deps: Deps, accountId: string, reports: readonly DeliveredReport[]): Promise<number> {
  if (reports.length === 0) return 0;
  return deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('platform_report')
      .values(
        reports.map(({ sourceId, event }) => ({
          ...{ account_id: accountId, source_id: sourceId, type: event.type, at: new Date(event.at) },
          ...{ report: JSON.stringify(event), received_at: deps.clock() },
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('report')
      .execute();
    for (const { report } of stored) {
      if (report.type === 'access-effective') await confirmLock(deps, trx, accountId, report.revision);
      else if (report.type === 'platform-lock') deps.log.warn({ accountId, report }, 'the platform changed a lock');
    }
    return stored.length;
  });
}
