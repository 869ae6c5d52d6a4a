import { minuteMs } from '#lib/durations.ts';
import { chicagoClock, formatDate } from '#shared/exchange/chicago.ts';
import { Pending, Refused } from '../core/adapter.ts';
import { repeat } from '../core/clock.ts';
import { createPersonTasks } from '../core/person-tasks.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

const renewalStarts = 19 * 60;

const renewalEnds = 4 * 60;

const isLastDay = (date: number) => formatDate(date).slice(0, 7) !== formatDate(date + 1).slice(0, 7);

/** What the vendor is known to hold for a user, and for which month. */
type Held = { readonly entitlements: readonly number[]; readonly plans: readonly number[]; readonly month: string };

const everyMs = 5_000;
const lookAgainMs = minuteMs;
const depthPackage = 'cme-all-depth';
const isProfessional = (name: string) => name.startsWith('cme-professional:');

/**
 * Market data belongs to a vendor's user: what any of the user's accounts has. What stands renews by itself each month, so
 * it is added once; a person cancels it, because the vendor has no call for that.
 */
export function createData(rest: Rest, accounts: Accounts, { data }: TradovateSettings, parts: CoreParts) {
  const { store, clock, outbox, say } = parts;
  const tasks = createPersonTasks(parts, 'tradovate-bridge.mjs');
  const failed = new Map<number, number>();
  const isOffered = data.entitlementIds.length > 0;

  const accountsOf = (userId: number) => accounts.list().filter(([, each]) => each.userId === userId);

  function wantedOf(userId: number): Omit<Held, 'month'> {
    const packages = accountsOf(userId).flatMap(([id]) => store.get<readonly string[]>('data', id) ?? []);
    return {
      entitlements: packages.some((name) => !isProfessional(name)) ? data.entitlementIds : [],
      plans: packages.includes(depthPackage) ? data.depthPlanIds : [],
    };
  }

  function tellAgreement(userId: number, status: 'signed' | 'unsigned'): void {
    if (store.get('agreements', `${userId}`) === status) return;
    const at = clock.now();
    store.write(['agreements', `${userId}`, status]);
    for (const [id] of accountsOf(userId))
      outbox.add(id, [{ sourceId: `data-${at}-${status}`, event: { type: 'data-agreement', at, status, url: null } }]);
  }

  async function reconcile(userId: number): Promise<void> {
    const [now, wanted, held] = [clock.now(), wantedOf(userId), store.get<Held>('subscriptions', `${userId}`)];
    const { key } = dataMonthAt(now);
    const missing = {
      entitlements: wanted.entitlements.filter((id) => !held?.entitlements.includes(id)),
      plans: wanted.plans.filter((id) => !held?.plans.includes(id)),
    };
    const isMissing = missing.entitlements.length + missing.plans.length > 0;
    // What it has had before is renewed in these hours, by the vendor.
    const isDue = held !== undefined && held.month !== key && !isRenewing(now) && wanted.entitlements.length > 0;
    if (isMissing || isDue) {
      await add(rest, data.prefix, userId, isDue ? wanted : missing, now);
      tellAgreement(userId, 'signed');
      const merge = (name: 'entitlements' | 'plans') => [...new Set([...(held?.[name] ?? []), ...wanted[name]])];
      const month = isDue || !held ? key : held.month;
      const known: Held = { entitlements: merge('entitlements'), plans: merge('plans'), month };
      store.write(['subscriptions', `${userId}`, known]);
    } else if (held) requireCancellation(userId, held, wanted);
  }

  /** @throws {Pending} until a person has canceled data that nobody uses anymore */
  function requireCancellation(userId: number, held: Held, wanted: Omit<Held, 'month'>): void {
    const plans = held.plans.filter((id) => !wanted.plans.includes(id));
    const entitlements = held.entitlements.filter((id) => !wanted.entitlements.includes(id));
    const [accountId = ''] = accountsOf(userId).map(([id]) => id);
    const key = `data ${userId} ${[...entitlements, 'plans', ...plans].join(' ')}`;
    if (plans.length + entitlements.length === 0) return;
    const names = [...entitlements.map((id) => `entitlement ${id}`), ...plans.map((id) => `data plan ${id}`)];
    const text = `Cancel ${names.join(', ')} of the vendor’s user ${userId}, before 19:00 Chicago on the month’s last day: it renews then.`;
    tasks.require({ accountId, kind: 'set-access', key, text });
    store.write(['subscriptions', `${userId}`, { ...held, ...wanted }]);
  }

  async function reconcileAll(): Promise<void> {
    for (const userId of new Set(accounts.list().map(([, each]) => each.userId))) {
      if (clock.now() < (failed.get(userId) ?? 0)) continue;
      await reconcile(userId).catch((error: unknown) => {
        if (error instanceof Pending) return;
        failed.set(userId, clock.now() + lookAgainMs);
        // Until the user has signed the exchanges' agreements inside the vendor's program, it adds nothing.
        if (error instanceof Refused) tellAgreement(userId, 'unsigned');
        say(`market data of user ${userId} will be tried again: ${error}`);
      });
    }
  }

  return {
    isOffered,
    tasks,
    /** The packages that an account has; the user's subscriptions follow. */
    set(accountId: string, packages: readonly string[]): void {
      if (!isOffered) return;
      const before = store.get<readonly string[]>('data', accountId) ?? [];
      if (before.join() !== packages.join()) store.write(['data', accountId, packages]);
      failed.delete(accounts.get(accountId).userId);
    },
    /** @throws {Pending} for what a person must arrange with the vendor */
    requireNonProfessional(packages: readonly string[]): void {
      if (isOffered && packages.some(isProfessional))
        throw new Pending('a person must subscribe a professional’s exchanges at the vendor', 'person');
    },
    run: (signal: AbortSignal) => (isOffered ? repeat(clock, everyMs, signal, reconcileAll, say) : Promise.resolve()),
  };
}

/** A request without an answer may have been carried out, so the vendor's lists are looked at first. */
async function add(
  rest: Rest,
  prefix: string,
  userId: number,
  { entitlements, plans }: Omit<Held, 'month'>,
  at: number,
): Promise<void> {
  const { year, month } = dataMonthAt(at);
  const owned = await listIds(rest, 'userPlugin', userId, 'entitlementId', () => true);
  for (const entitlementId of entitlements.filter((id) => !owned.includes(id)))
    await rest.post('/userPlugin/addentitlementsubscription', { userId, entitlementId }, 'live');
  if (plans.length === 0) return;
  const isOfMonth = (row: object) => 'year' in row && 'month' in row && row.year === year && row.month === month;
  const path = 'marketDataSubscription';
  const subscribed = await listIds(rest, path, userId, 'marketDataSubscriptionPlanId', isOfMonth);
  const missing = plans.filter((id) => !subscribed.includes(id));
  if (missing.length === 0) return;
  const wanted = { userId, marketDataSubscriptionPlanIds: missing, year, month };
  await rest.post(`${prefix}/addmarketdatasubscription`, wanted, 'live');
}

async function listIds(rest: Rest, path: string, userId: number, field: string, isCurrent: (row: object) => boolean) {
  const rows = await rest.list(`/${path}/deps?masterid=${userId}`, 'live');
  return rows.filter(isCurrent).map((row) => Number(row[field]));
}

/** Whether the vendor is renewing what stood at 19:00 in Chicago on the month's last day; it does so until 04:00. */
function isRenewing(atMs: number): boolean {
  const { date, minutes } = chicagoClock(atMs);
  return (isLastDay(date) && minutes >= renewalStarts) || (isLastDay(date - 1) && minutes < renewalEnds);
}

/** The month for which data is asked for: after 19:00 in Chicago on the last day, the next one only. */
function dataMonthAt(atMs: number) {
  const { date, minutes } = chicagoClock(atMs);
  const key = formatDate(isLastDay(date) && minutes >= renewalStarts ? date + 1 : date).slice(0, 7);
  return { key, year: Number(key.slice(0, 4)), month: Number(key.slice(5)) };
}
