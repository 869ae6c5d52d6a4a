import { dayMs, minuteMs } from '#lib/durations.ts';
import { tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { type BalanceReport, Unauthorized } from '../core/adapter.ts';
import { isObject } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { Silenced } from '../core/throttle.ts';
import { createTurns } from '../core/turns.ts';
import type { Accounts } from './accounts.ts';
import type { Fills } from './fills.ts';
import type { Infos } from './infos.ts';
import type { Money } from './money.ts';
import type { Rest } from './rest.ts';
import type { VolumetricaSettings } from './settings.ts';

type Parts = {
  readonly rest: Rest;
  readonly accounts: Accounts;
  readonly fills: Fills;
  readonly infos: Infos;
  readonly money: Money;
  readonly open: VolumetricaSettings['open'];
  readonly onRead: () => void;
};

/** What a restart reads again before its cursor. */
const recoveryMs = 10 * minuteMs;
/** The list of accounts may leave some out for a while: those are asked for one by one. */
const askAloneMs = minuteMs;
const askedAlone = 5;

/** Polls the vendor, which has no stream: accounts first, then fills, so that a balance counts no fill that wasn't read. */
export function createFeed(
  { clock, store, outbox, metrics, say }: CoreParts,
  { rest, accounts, fills, infos, money, open, onRead }: Parts,
) {
  const turns = createTurns();
  let readUntil: number | undefined;
  let rereadAt = Number.NEGATIVE_INFINITY;
  let okAt: number | undefined;
  let problem: string | undefined;
  let listed = new Set<string>();
  let waking = new AbortController();

  async function readInfos(now: number): Promise<void> {
    const answer = await rest.get('/Bulk/AccountsInfosEnabled');
    listed = new Set();
    for (const [vendorId, info] of Object.entries(isObject(answer) ? answer : {})) {
      const accountId = accounts.idOf(vendorId);
      if (accountId === undefined || !isObject(info)) continue;
      listed.add(accountId);
      infos.take(accountId, info, now);
    }
    const alone = accounts
      .list()
      .filter(([id, { isClosed, startedAt }]) => !isClosed && startedAt !== null && !listed.has(id))
      .filter(([id]) => now >= infos.readAt(id) + askAloneMs);
    for (const [accountId, { vendorId }] of alone.slice(0, askedAlone))
      infos.take(accountId, await accounts.readInfo(vendorId), now);
  }

  async function readFills(from: number): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const byAccount = new Map<string, Readonly<Record<string, unknown>>[]>();
    for (const [vendorId, rows] of await rest.getBulk('/Bulk/FillList', { utcStartDt: new Date(from).toISOString() })) {
      const accountId = accounts.idOf(vendorId);
      for (const row of rows) ids.add(String(row['fillId']));
      if (accountId !== undefined) byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), ...rows]);
    }
    for (const [accountId, rows] of byAccount) await fills.take(accountId, rows);
    return ids;
  }

  async function poll(): Promise<void> {
    const now = clock.now();
    const cursor = store.get<number>('cursors', 'fills');
    // What was read before has arrived at the site.
    if (readUntil !== undefined && outbox.size() === 0 && readUntil !== cursor)
      store.write(['cursors', 'fills', readUntil]);
    const isReread = now >= rereadAt + open.rereadMs;
    const sessionStart = tradingDaySpan(now).startsAt;
    const recent = readUntil === undefined ? (cursor ?? now) - recoveryMs : readUntil - open.overlapMs;
    const from = isReread ? Math.min(recent, sessionStart) : recent;
    await readInfos(now);
    const ids = await readFills(from);
    await money.read(from);
    if (isReread) {
      fills.compare(from, ids, (accountId) => listed.has(accountId));
      fills.forgetBefore(from - dayMs);
      rereadAt = now;
      metrics.count('rereads');
    }
    readUntil = now;
    okAt = now;
    problem = undefined;
    onRead();
  }

  const pollNow = () => turns.take('poll', poll);

  return {
    pollNow,
    /** Something has happened: the next poll doesn't wait. */
    wake: () => waking.abort(),
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        let waitMs = open.pollMs;
        await pollNow().catch((error: unknown) => {
          say(`will poll again: ${error instanceof Error ? error.message : error}`);
          if (error instanceof Silenced) waitMs = Math.max(waitMs, error.until - clock.now());
          if (error instanceof Unauthorized) {
            waitMs = minuteMs;
            problem = `${error.message}: correct VOLUMETRICA_API_KEY and start the bridge again.`;
          }
        });
        waking = new AbortController();
        await clock.sleep(waitMs, AbortSignal.any([signal, waking.signal]));
      }
    },
    /** What only an operator can solve. */
    problem: () => problem,
    isSynced: () => okAt !== undefined && clock.now() - okAt <= Math.max(10_000, 5 * open.pollMs),
    async report(): Promise<readonly BalanceReport[]> {
      const since = clock.now();
      await pollNow();
      return infos.report(since, fills.changedAt);
    },
  };
}

export type Feed = ReturnType<typeof createFeed>;
