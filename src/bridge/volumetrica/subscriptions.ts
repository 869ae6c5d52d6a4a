import { dayMs, minuteMs } from '#lib/durations.ts';
import { isObject, type Row } from '../core/answers.ts';
import { repeat } from '../core/clock.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTurns } from '../core/turns.ts';
import type { Accounts } from './accounts.ts';
import { type Rest, rowsOf, toTime } from './rest.ts';
import type { DataProducts, VolumetricaSettings } from './settings.ts';

/** A user's subscription as the vendor showed it last. */
type Subscription = {
  readonly id: string;
  readonly version: number;
  readonly status: number;
  readonly products: readonly number[];
  readonly expiresAt: number | null;
};

const statuses = { disabled: 0, active: 1, scheduled: 2, userOnHold: 3, firmOnHold: 4 } as const;
const everyMs = 5_000;
/** How often a subscription that waits for somebody is looked at, besides the vendor's webhooks. */
const lookAgainMs = minuteMs;
const renewAheadMs = dayMs;

/** Market data belongs to a vendor's user: what any of the user's accounts has, in one subscription. */
export function createSubscriptions(
  rest: Rest,
  accounts: Accounts,
  settings: VolumetricaSettings,
  { store, clock, outbox, say }: CoreParts,
) {
  const turns = createTurns();
  const failed = new Map<string, number>();
  const lookedAt = new Map<string, number>();

  const accountsOf = (userId: string) =>
    accounts.list().flatMap(([id, each]) => (each.userId === userId && !each.isClosed ? [id] : []));
  const packagesOf = (userId: string) =>
    accountsOf(userId).flatMap((id) => store.get<readonly string[]>('data', id) ?? []);

  /** Keeps what the vendor shows, unless something newer is known, and tells the user's accounts where it stands. */
  function take(row: Row): void {
    const [userId, id] = [String(row['userId']), String(row['subscriptionId'])];
    const before = store.get<Subscription>('subscriptions', userId);
    const [version, status] = [Number(row['lastVersionId'] ?? 0), Number(row['status'])];
    if (before?.id === id && version < before.version) return;
    const listed = row['dxDataProducts'];
    const products = Array.isArray(listed) ? listed.map(Number) : (before?.products ?? []);
    const expiresAt = row['expiration'] ? toTime(row['expiration']) : null;
    store.write(['subscriptions', userId, { id, version, status, products, expiresAt }]);
    const agreement = agreementOf(status);
    if (agreement === null || (before?.id === id && before.status === status)) return;
    const link = String(row['dxAgreementLink'] ?? '');
    const url = agreement === 'unsigned' && /^https:\/\/\S{1,490}$/.test(link) ? link : null;
    const event = { type: 'data-agreement', at: clock.now(), status: agreement, url };
    for (const accountId of accountsOf(userId))
      outbox.add(accountId, [{ sourceId: `data-${id}-${version}-${status}`.slice(0, 80), event }]);
  }

  /** A request without an answer may have been carried out, so the vendor's list is looked at first. */
  async function find(userId: string): Promise<void> {
    const rows = rowsOf(await rest.get('/Subscription/List')).filter((row) => row['userId'] === userId);
    const row = rows.findLast((each) => each['status'] !== statuses.disabled) ?? rows.at(-1);
    if (row) take(row);
  }

  async function refresh(userId: string, id: string): Promise<void> {
    lookedAt.set(userId, clock.now());
    const row = await rest.get('/Subscription', { subscriptionId: id });
    if (!isObject(row)) return;
    take({ ...row, userId });
    // A professional has been charged as one: the firm has nothing to object.
    const isExpected = packagesOf(userId).some((name) => name.startsWith('cme-professional'));
    if (row['status'] !== statuses.firmOnHold || !isExpected) return;
    await rest.send('POST', '/Subscription/Confirm', { subscriptionId: id, confirmationId: row['confirmationId'] });
    take({ ...((await rest.get('/Subscription', { subscriptionId: id })) as Row), userId });
  }

  async function reconcile(userId: string): Promise<void> {
    const wanted = productsOf(packagesOf(userId), settings.open.dataProducts);
    if (!store.get<Subscription>('subscriptions', userId)) await find(userId);
    const held = store.get<Subscription>('subscriptions', userId);
    const now = clock.now();
    const isOver = !held || (held.expiresAt !== null && held.expiresAt <= now + renewAheadMs);
    if (wanted.length === 0) {
      if (held && held.status !== statuses.disabled) await change(userId, '/Subscription/Deactive', held.id);
    } else if (isOver) {
      const startsAt = Math.max(now, held?.expiresAt ?? now);
      take({ ...(await rest.send('POST', '/Subscription', detailsOf(settings, userId, wanted, startsAt))), userId });
    } else if (held.products.toSorted().join() !== wanted.toSorted().join()) {
      const query = { subscriptionId: held.id };
      take({ ...(await rest.send('PUT', '/Subscription', detailsOf(settings, userId, wanted, now), query)), userId });
    } else if (held.status === statuses.disabled) await change(userId, '/Subscription/Active', held.id);
    else if (held.status !== statuses.active && now >= (lookedAt.get(userId) ?? 0) + lookAgainMs)
      await refresh(userId, held.id);
  }

  async function change(userId: string, path: string, subscriptionId: string): Promise<void> {
    await rest.send('POST', path, { subscriptionId });
    await refresh(userId, subscriptionId);
  }

  async function reconcileAll(): Promise<void> {
    for (const userId of new Set(accounts.list().map(([, each]) => each.userId))) {
      if (clock.now() < (failed.get(userId) ?? 0)) continue;
      await turns
        .take(userId, () => reconcile(userId))
        .catch((error) => {
          failed.set(userId, clock.now() + lookAgainMs);
          say(`market data of user ${userId} will be tried again: ${error}`);
        });
    }
  }

  return {
    take,
    /** The packages that an account has; the subscription follows. */
    set(accountId: string, packages: readonly string[]): void {
      const before = store.get<readonly string[]>('data', accountId) ?? [];
      if (before.join() !== packages.join()) store.write(['data', accountId, packages]);
      failed.delete(accounts.get(accountId).userId);
    },
    run: (signal: AbortSignal) => repeat(clock, everyMs, signal, reconcileAll, say),
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

function agreementOf(status: number): 'signed' | 'unsigned' | 'professional' | 'on-hold' | null {
  if (status === statuses.active) return 'signed';
  if (status === statuses.userOnHold) return 'unsigned';
  if (status === statuses.firmOnHold) return 'professional';
  return status === statuses.disabled || status === statuses.scheduled ? null : 'on-hold';
}

/** The numbers of the vendor's data products in packages of the site's catalog. */
function productsOf(packages: readonly string[], exchanges: Readonly<Record<string, DataProducts>>): readonly number[] {
  const numbers = packages.flatMap((name) => {
    const [, exchange] = /^cme-professional:([A-Z]+)$/.exec(name) ?? [];
    if (exchange !== undefined) return exchanges[exchange] ? [exchanges[exchange].depth] : [];
    if (name === 'cme-top') return exchanges['CME'] ? [exchanges['CME'].top] : [];
    if (name === 'cme-all-depth') return Object.values(exchanges).map(({ depth }) => depth);
    // Also the add-on of an account's first month.
    return name === 'cme-all-top' || name === 'market-data' ? Object.values(exchanges).map(({ top }) => top) : [];
  });
  return [...new Set(numbers)].sort((left, right) => left - right);
}

const detailsOf = (
  { dataPlatform, open }: VolumetricaSettings,
  userId: string,
  dataFeedProducts: readonly number[],
  startsAt: number,
) => ({
  ...{ userId, dataFeedProducts, platform: dataPlatform, enabled: true },
  ...{ startDate: new Date(startsAt).toISOString(), durationMonths: open.dataMonths },
});
