import { dayMs, hourMs, minuteMs, secondMs } from '#lib/durations.ts';
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
/** The newest fills are read as often as the vendor allows, everybody’s figures less often, and the rest still less. */
const recentMs = 5 * secondMs;
const figuresEveryMs = secondMs;
const allEveryMs = 15 * secondMs;
/** Polls leave the rest of the hour’s requests to what the site asks for. */
const shareOfPolls = 0.8;
/** What a complete poll costs more than others is worked off over so many, so that new fills don’t wait for it. */
const pollsToCatchUp = 5;
/** The list of accounts may leave some out for a while: those are asked for one by one. */
const askAloneMs = minuteMs;
const askedAlone = 5;

/** Polls the vendor, which has no stream: accounts first, then fills, so that a balance counts no fill that wasn't read. */
export function createFeed(
  { clock, store, outbox, metrics, say }: CoreParts,
  { rest, accounts, fills, infos, money, open, onRead }: Parts,
) {
  const turns = createTurns();
  const requestMs = hourMs / (open.requestsPerHour * shareOfPolls);
  let readUntil: number | undefined;
  let readAllAt: number | undefined;
  let figuresAt = Number.NEGATIVE_INFINITY;
  let paidUntil = 0;
  let rereadAt = Number.NEGATIVE_INFINITY;
  let okAt: number | undefined;
  let problem: string | undefined;
  let listed = new Set<string>();
  let waking = new AbortController();

  async function readInfos(now: number): Promise<void> {
    figuresAt = now;
    listed = await readListed(rest, accounts, infos, now);
  }

  /** Only what is new; a fill that the list shows late comes with the next complete poll. */
  async function pollNewest(from: number): Promise<void> {
    const now = clock.now();
    const hasNews = waking.signal.aborted;
    waking = new AbortController();
    const areFiguresDue = hasNews || now >= figuresAt + figuresEveryMs;
    await Promise.all([areFiguresDue && readInfos(now), readFills(rest, accounts, fills, from - recentMs)]);
    end(now);
  }

  function end(now: number): void {
    infos.tellEquities();
    [readUntil, okAt, problem] = [now, now, undefined];
    onRead();
  }

  async function poll(): Promise<void> {
    const now = clock.now();
    waking = new AbortController();
    const cursor = store.get<number>('cursors', 'fills');
    // What was read before has arrived at the site.
    if (readUntil !== undefined && outbox.size() === 0 && readUntil !== cursor)
      store.write(['cursors', 'fills', readUntil]);
    const isReread = now >= rereadAt + open.rereadMs;
    const sessionStart = tradingDaySpan(now).startsAt;
    const recent = readAllAt === undefined ? (cursor ?? now) - recoveryMs : readAllAt - open.overlapMs;
    const from = isReread ? Math.min(recent, sessionStart) : recent;
    await readInfos(now);
    const [ids] = await Promise.all([readFills(rest, accounts, fills, from), money.read(from)]);
    if (isReread) {
      fills.compare(from, ids, (accountId) => listed.has(accountId));
      fills.forgetBefore(from - dayMs);
      rereadAt = now;
      metrics.count('rereads');
    }
    readAllAt = now;
    end(now);
  }

  function pollNext(): Promise<void> {
    const isAllDue = clock.now() >= (readAllAt ?? 0) + Math.min(allEveryMs, open.rereadMs);
    return readUntil === undefined || isAllDue ? poll() : pollNewest(readUntil);
  }

  const pollNow = () => turns.take('poll', poll);

  return {
    pollNow,
    /** Something has happened: the next poll doesn't wait. */
    wake: () => waking.abort(),
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        let waitMs = open.pollMs;
        const [startedAt, sentBefore] = [clock.now(), rest.sent()];
        await turns.take('poll', pollNext).catch((error: unknown) => {
          say(`will poll again: ${error instanceof Error ? error.message : error}`);
          if (error instanceof Silenced) waitMs = Math.max(waitMs, error.until - clock.now());
          if (!(error instanceof Unauthorized)) return;
          waitMs = minuteMs;
          problem = `${error.message}: correct VOLUMETRICA_API_KEY and start the bridge again.`;
        });
        // Also when messages keep waking it, the hour’s requests must last.
        paidUntil = Math.max(paidUntil, startedAt) + (rest.sent() - sentBefore) * requestMs;
        const pauseMs = Math.max(0, paidUntil - clock.now()) / pollsToCatchUp;
        await clock.sleep(pauseMs, signal);
        await clock.sleep(waitMs - pauseMs, AbortSignal.any([signal, waking.signal]));
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

/** Takes everybody's figures. @returns whose the vendor lists */
async function readListed(rest: Rest, accounts: Accounts, infos: Infos, now: number): Promise<Set<string>> {
  const answer = await rest.get('/Bulk/AccountsInfosEnabled');
  const listed = new Set<string>();
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
  return listed;
}

async function readFills(rest: Rest, accounts: Accounts, fills: Fills, from: number): Promise<ReadonlySet<string>> {
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
