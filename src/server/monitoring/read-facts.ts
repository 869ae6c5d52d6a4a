import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { findSilentPlatforms } from '#server/accounts/feed/heartbeat.ts';
import { type BackupState, readBackupState } from '#server/core/database/backup/last-backup.ts';
import type { Deps } from '#server/core/deps.ts';
import { readCertificates } from '#server/core/health/certificate.ts';
import type { MailLane } from '#server/messages/mail/lanes.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';

/** Work that waits: how much, and since when the oldest. */
export type Backlog = { readonly count: number; readonly oldestAgeSeconds: number };

export type BridgeFacts = {
  /** Since the last heartbeat; null if there has never been one. */
  readonly silentSeconds: number | null;
  /** It should send heartbeats now and doesn't. */
  readonly isSilent: boolean;
  readonly feedLagSeconds: number | null;
};

/** What the database says about the firm's work; the same on every copy. */
export type Facts = {
  readonly queues: ReadonlyMap<string, Backlog>;
  /** Jobs of the last hour that have used up their retries, by queue. */
  readonly gaveUpJobs: ReadonlyMap<string, number>;
  readonly unsentMail: Backlog;
  /** Of it, what lets someone in; such a code lives for a quarter of an hour. */
  readonly unsentCodes: Backlog;
  /** Messages of the payment provider without an effect yet. */
  readonly unhandledWebhooks: Backlog;
  /** Payments of the last day that don't match their order. */
  readonly paymentMismatches: number;
  /** Ledger transactions of the last day that don't come to zero. */
  readonly ledgerMismatches: number;
  /** Accounts whose balance or positions at the platform differ from ours. */
  readonly balanceDifferences: number;
  readonly bridges: ReadonlyMap<string, BridgeFacts>;
  readonly backup: BackupState;
  /** Seconds left, by host. */
  readonly certificates: ReadonlyMap<string, number>;
  readonly isMarketOpen: boolean;
};

/** Prometheus waits ten seconds for an answer. */
const factsTimeoutMs = 5_000;

const none: Backlog = { count: 0, oldestAgeSeconds: 0 };

/** Jobs become due by the database's clock. */
async function readQueues({ checkDb, jobs }: Deps): Promise<Facts['queues']> {
  const { rows } = await sql<{ name: string; count: number; age: number }>`
    select name, count(*) as count, extract(epoch from now() - min(start_after))::float8 as age from jobs.job
    where state < 'active' and not blocked and start_after <= now() group by name`.execute(checkDb);
  const due = new Map(rows.map(({ name, count, age }) => [name, { count, oldestAgeSeconds: age }]));
  return new Map(jobs.names.map((name) => [name, due.get(name) ?? none]));
}

async function countGaveUpJobs({ checkDb }: Deps): Promise<Facts['gaveUpJobs']> {
  const { rows } = await sql<{ name: string; count: number }>`select name, count(*) as count from jobs.job
    where state = 'failed' and completed_on > now() - interval '1 hour' group by name`.execute(checkDb);
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

function toBacklog(now: number, { count, oldest }: { count: number | string; oldest: Date | null }): Backlog {
  if (oldest === null) return none;
  return { count: Number(count), oldestAgeSeconds: Math.max(0, now - oldest.getTime()) / 1_000 };
}

async function readUnsentMail({ checkDb, clock }: Deps, lane?: MailLane): Promise<Backlog> {
  const row = await checkDb
    .selectFrom('mail')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Date | null>('created_at').as('oldest')])
    .$if(lane !== undefined, (query) => query.where('lane', '=', lane ?? 'code'))
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toBacklog(clock().getTime(), row);
}

async function readUnhandledWebhooks({ checkDb, clock }: Deps): Promise<Backlog> {
  const row = await checkDb
    .selectFrom('provider_event')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Date | null>('received_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toBacklog(clock().getTime(), row);
}

async function countMismatches({ checkDb, clock }: Deps) {
  const since = new Date(clock().getTime() - dayMs);
  const { rows } = await sql<{ payments: number; ledger: number; balances: number }>`select
    (select count(*) from audit where action = 'payment-mismatch' and at > ${since}) as payments,
    (select count(*) from (
      select from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
      where t.at > ${since} group by t.id having count(e.line) < 2 or sum(e.amount_cents) <> 0
    ) unbalanced) as ledger,
    (select count(*) from balance_difference where status = 'open') as balances`.execute(checkDb);
  return rows[0] ?? { payments: 0, ledger: 0, balances: 0 };
}

async function readBridges(deps: Deps): Promise<Facts['bridges']> {
  const now = deps.clock().getTime();
  const silent = new Set<string>((await findSilentPlatforms(deps)).map(({ platform }) => platform));
  const rows = await deps.checkDb
    .selectFrom('bridge_heartbeat')
    .select(['platform', 'seen_at', 'feed_lag_ms'])
    .execute();
  const bridges = new Map<string, BridgeFacts>(
    rows.map(({ platform, seen_at: seenAt, feed_lag_ms: lagMs }) => [
      platform,
      {
        silentSeconds: seenAt === null ? null : Math.max(0, now - seenAt.getTime()) / 1_000,
        isSilent: silent.has(platform),
        feedLagSeconds: lagMs === null ? null : lagMs / 1_000,
      },
    ]),
  );
  for (const platform of silent)
    if (!bridges.has(platform)) bridges.set(platform, { silentSeconds: null, isSilent: true, feedLagSeconds: null });
  return bridges;
}

/** Reads through the connection for checks, one query after the other, so that a busy server can still tell. */
async function readFacts(deps: Deps): Promise<Facts> {
  const certificates = readCertificates(deps.env.origin);
  const queues = await readQueues(deps);
  const gaveUpJobs = await countGaveUpJobs(deps);
  const unsentMail = await readUnsentMail(deps);
  const unsentCodes = await readUnsentMail(deps, 'code');
  const unhandledWebhooks = await readUnhandledWebhooks(deps);
  const { payments, ledger, balances } = await countMismatches(deps);
  return {
    ...{ queues, gaveUpJobs, unsentMail, unsentCodes, unhandledWebhooks },
    ...{ paymentMismatches: Number(payments), ledgerMismatches: Number(ledger), balanceDifferences: Number(balances) },
    bridges: await readBridges(deps),
    backup: await readBackupState(deps.checkDb),
    certificates: await certificates,
    isMarketOpen: isOpen(deps.clock().getTime()),
  };
}

/** Null if the database doesn't answer in time. */
export async function readFactsInTime(deps: Deps): Promise<Facts | null> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${factsTimeoutMs} ms`)), factsTimeoutMs);
  try {
    return await Promise.race([readFacts(deps), late.promise]);
  } catch (error) {
    deps.log.warn({ err: error }, 'the database doesn’t say how the firm’s work is going');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
