import { hostname } from 'node:os';
import { minuteMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { findUnreadiness } from '#server/core/health/check-ready.ts';
import { readFreeDisk } from '#server/core/health/free-disk.ts';
import { memoryLimitBytes } from '#server/core/health/memory-limit.ts';
import { factGauges } from '../gauges.ts';
import type { Alerts, OperatorAlert } from '../ports/alerts/alerts.ts';
import { type Facts, readFactsInTime } from '../read-facts.ts';
import { type Condition, follow, hasNews } from './course.ts';
import {
  alertRules,
  type CopyRuleName,
  copyRules,
  databaseRule,
  isBeyond,
  minFailedCalls,
  notReadyRule,
  watchdogRule,
} from './rules.ts';
import { claimStored, type Known, settleStored, type Watched } from './store.ts';

/** Parts of one, requests and seconds, as the rules limit them. */
type CopyFigures = Readonly<Record<CopyRuleName, number>>;

const windowMs = 5 * minuteMs;

const countedMs = 15 * minuteMs;

const everyMs = 30_000;

const keyOf = ({ name, labels }: Condition) => [name, ...Object.values(labels)].join(' ');
const allRules = [...alertRules, ...copyRules, databaseRule, notReadyRule, watchdogRule];
const rulesByName = new Map(allRules.map((rule) => [rule.name, rule]));

/** What is wrong with this copy and its machine, and what keeps it from serving visitors, unless `DatabaseDown` says it. */
async function findOwnConditions(deps: Deps, facts: Facts | null, figures: CopyFigures): Promise<readonly Condition[]> {
  const copy = hostname();
  const beyond = copyRules.filter((rule) => isBeyond(figures[rule.name], rule));
  const own = beyond.map((rule) => ({ ...rule, labels: { copy } }));
  const found = await findUnreadiness(deps);
  if (found === null || (facts === null && found.check === 'database')) return own;
  return [...own, { name: notReadyRule.name, labels: { copy, check: found.check }, summary: found.text }];
}

/** What is wrong everywhere; the watchdog always is, so that the receiver notices silence. */
function findConditions(facts: Facts | null): readonly Condition[] {
  const watchdog = { ...watchdogRule, labels: {} };
  // Without an answer, nothing is known about the other conditions.
  if (facts === null) return [watchdog, { ...databaseRule, labels: {} }];
  const found = alertRules.flatMap((rule) => {
    const { label, read } = factGauges[rule.metric];
    const values = read(facts);
    const series = typeof values === 'number' ? new Map([['', values]]) : values;
    return [...series]
      .filter(([, value]) => isBeyond(value, rule))
      .map(([name]) => ({ ...rule, labels: label === undefined ? {} : { [label]: name } }));
  });
  return [watchdog, ...found];
}

function describe({ name, labels, summary, startedAt, changedAt, holds, returns }: Watched): OperatorAlert {
  const times = returns === 1 ? 'once' : `${returns} times`;
  const flapping = returns > 0 ? ` It has come back ${times} since ${startedAt.toISOString()}.` : '';
  return { name, labels, summary: summary + flapping, startsAt: startedAt, endsAt: holds ? null : changedAt };
}

const isNews = (watched: Watched, now: Date) =>
  hasNews(watched, (rulesByName.get(watched.name)?.repeatMinutes ?? 240) * minuteMs, now);
const keysWithNews = (known: Known, now: Date) =>
  [...known].filter(([, watched]) => isNews(watched, now)).map(([key]) => key);

/** @param isKnown whether it is known that a condition which isn't there doesn't hold */
function followAll(last: Known, conditions: readonly Condition[], isKnown: boolean, now: Date): Known {
  const current = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  const followed = new Map<string, Watched>();
  for (const key of new Set([...last.keys(), ...current.keys()])) {
    const before = last.get(key) ?? null;
    const condition = current.get(key) ?? before;
    if (!condition) continue;
    const { name, labels, summary } = condition;
    const forMs = (rulesByName.get(name)?.forMinutes ?? 0) * minuteMs;
    const course = isKnown || current.has(key) ? follow(before, current.has(key), forMs, now) : before;
    if (course) followed.set(key, { claimedAt: before?.claimedAt ?? null, ...course, name, labels, summary });
  }
  return followed;
}

/** Notes what the receiver accepted; what is over is then forgotten. */
function settle(known: Known, keys: readonly string[], isAccepted: boolean, now: Date): Known {
  const settled = new Map(known);
  for (const key of keys) {
    const watched = known.get(key);
    if (!watched) continue;
    if (isAccepted && !watched.holds) settled.delete(key);
    else if (isAccepted)
      settled.set(key, { ...watched, claimedAt: null, toldAt: now, toldReturns: watched.returns > 0 });
    else settled.set(key, { ...watched, claimedAt: null });
  }
  return settled;
}

/**
 * Checks the rules and sends the receiver what changed. What was sent stands in the database, so only one of the copies
 * sends; while it can't be written, each copy goes on from what it last knew, and receivers count equal fingerprints
 * once. What the receiver didn't accept is sent with the next check.
 */
export function createAlertWatch(deps: Deps, alerts: Alerts, clock = deps.clock): { check(): Promise<void> } {
  const measure = measureCopy(deps);
  let shared: Known = new Map();
  let own: Known = new Map();
  let isStored = true;

  /** @returns the keys whose news this copy sends */
  async function followShared(facts: Facts | null, now: Date): Promise<readonly string[]> {
    const step = (last: Known) => followAll(last, findConditions(facts), facts !== null, now);
    try {
      if (facts === null) throw new Error('the database doesn’t answer');
      const unstored = isStored ? new Map() : shared;
      const { known, due } = await claimStored(deps.checkDb, unstored, step, (each) => isNews(each, now), now);
      [shared, isStored] = [known, true];
      return due;
    } catch (error) {
      if (facts !== null) deps.log.error({ err: error }, 'the state of the alerts can’t be stored');
      [shared, isStored] = [step(shared), false];
      return keysWithNews(shared, now);
    }
  }

  async function send(watched: readonly Watched[]): Promise<boolean> {
    try {
      await alerts.send(watched.map(describe));
      return true;
    } catch (error) {
      deps.log.error({ err: error, alerts: watched.map(({ name }) => name) }, 'the alert receiver can’t be reached');
      return false;
    }
  }

  return {
    async check() {
      const now = clock();
      const facts = await readFactsInTime(deps);
      own = followAll(own, await findOwnConditions(deps, facts, await measure(now)), true, now);
      const due = await followShared(facts, now);
      const ownDue = keysWithNews(own, now);
      const news = [...due.flatMap((key) => shared.get(key) ?? []), ...ownDue.flatMap((key) => own.get(key) ?? [])];
      if (news.length === 0) return;
      const isAccepted = await send(news);
      own = settle(own, ownDue, isAccepted, now);
      shared = settle(shared, due, isAccepted, now);
      if (isStored) await settleStored(deps.checkDb, due, shared);
    },
  };
}

/** Watches until the returned function is called; does nothing without a receiver. */
export function watchAlerts(deps: Deps): () => void {
  if (deps.alerts === null) return () => undefined;
  deps.load.lag.enable();
  const watch = createAlertWatch(deps, deps.alerts);
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await watch.check().catch((error: unknown) => deps.log.error({ err: error }, 'alerts could not be checked'));
    isChecking = false;
  }, everyMs);
  return () => clearInterval(timer);
}

/** @returns reads what this copy measures of itself, of calls those of the last minutes */
function measureCopy({ env, load }: Deps) {
  let samples: { at: number; calls: number; failed: number; slow: number }[] = [];
  return async (now: Date): Promise<CopyFigures> => {
    const last = { at: now.getTime(), calls: load.calls, failed: load.failed, slow: load.slow };
    samples = [...samples.filter(({ at }) => last.at - at <= countedMs), last];
    const first = samples.find(({ at }) => last.at - at <= windowMs) ?? last;
    const isCounted = last.failed - (samples[0] ?? last).failed >= minFailedCalls;
    const partOf = (kind: 'failed' | 'slow') => (last[kind] - first[kind]) / Math.max(1, last.calls - first.calls);
    const lagSeconds = load.lag.percentile(99) / 1e9;
    load.lag.reset();
    return {
      DiskLow: (await readFreeDisk(env)).part,
      RequestsFail: isCounted ? partOf('failed') : 0,
      RequestsSlow: partOf('slow'),
      PoolExhausted: load.waiting(),
      EventLoopBlocked: lagSeconds,
      MemoryHigh: process.memoryUsage.rss() / memoryLimitBytes,
    };
  };
}
