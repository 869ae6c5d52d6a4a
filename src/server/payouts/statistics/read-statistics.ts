import { sql } from 'kysely';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { payoutStatistics } from '#shared/payouts/contract-statistics.ts';
import { summarize, utcDayOf } from '#shared/payouts/statistics.ts';
import { type ChainHead, readBody } from '#shared/payouts/statistics-chain.ts';
import { findHead, isSampleChain } from './find-head.ts';

type PublishedStatistics = {
  readonly statistics: DataOf<typeof payoutStatistics>;
  /** The whole chain as JSON; null while there are too few payouts. */
  readonly chain: string | null;
};

/** Cached until the newest day changes, or until the UTC day changes while there is none. */
const cache = new WeakMap<Deps['db'], { readonly version: string; readonly published: PublishedStatistics }>();

/** Times, rejections and sums by month; no figures while there are too few payouts. */
export async function readStatistics(deps: Deps): Promise<PublishedStatistics['statistics']> {
  return (await readPublished(deps)).statistics;
}

/** The chain as a file that anyone can verify. @throws {ServiceError} 404 while there are too few payouts */
export async function readChain(deps: Deps): Promise<string> {
  const { chain } = await readPublished(deps);
  if (chain === null) throw notFound();
  return chain;
}

async function readPublished(deps: Deps): Promise<PublishedStatistics> {
  const head = await findHead(deps, deps.db);
  // Rates computed per request would reveal when someone passes or fails.
  const version = head?.hash ?? utcDayOf(deps.clock().getTime());
  const cached = cache.get(deps.db);
  if (cached?.version === version) return cached.published;
  const published = await publish(deps, head);
  cache.set(deps.db, { version, published });
  return published;
}

async function publish(deps: Deps, head: ChainHead | null): Promise<PublishedStatistics> {
  const isSample = isSampleChain(deps);
  const { minimumPaid, minimumPerMonth } = deps.catalog.payoutStatistics;
  const entries = await deps.db
    .selectFrom('payout_statistics_day')
    .select(['hash', 'body'])
    .where('is_sample', '=', isSample)
    .where('number', '<=', head?.number ?? 0)
    .orderBy('number')
    .execute();
  const days = entries.map(({ body }) => readBody(body));
  const since = days[0]?.day ?? null;
  const figures = summarize(
    days.flatMap((day) => day?.figures ?? []),
    minimumPerMonth,
  );
  const isEnough = figures.all.paid.count >= minimumPaid;
  const common = { isSample, minimumPaid, minimumPerMonth, since, head, rates: await readRates(deps) };
  if (!isEnough) return { statistics: { ...common, figures: null }, chain: null };
  const chain = JSON.stringify({
    sample: isSample,
    hash: 'SHA-256 of the previous hash, a line feed and body, in lower-case hex; the first entry has no previous hash',
    entries,
  });
  return { statistics: { ...common, figures: { all: figures.all, months: [...figures.months] } }, chain };
}

/** How many evaluations were passed and how many funded accounts were paid; null where there are too few. */
async function readRates(deps: Deps): Promise<DataOf<typeof payoutStatistics>['rates']> {
  const { minimumPaid: minimum } = deps.catalog.payoutStatistics;
  // Outside the demo, simulated accounts and sample payouts aren't anyone's results.
  const isReal = sql`${isSampleChain(deps)} or not account.simulated`;
  const isRealPayout = sql`${isSampleChain(deps)} or not payout.is_sample`;
  const { rows } = await sql<{ ended: number; passed: number; opened: number; paid: number }>`
    select
      count(*) filter (where phase = 'evaluation' and (status in ('passed', 'breached') or ended_at is not null))::int as ended,
      count(*) filter (where phase = 'evaluation' and status = 'passed')::int as passed,
      count(*) filter (where phase <> 'evaluation')::int as opened,
      count(*) filter (where phase <> 'evaluation' and is_paid)::int as paid
    from (
      select account.phase, account.ended_at, account.state ->> 'status' as status,
        exists (
          select from payout where payout.account_id = account.id and payout.status = 'paid' and (${isRealPayout})
        ) as is_paid
      from trading_account account
      join orders on orders.id = account.order_id
      where orders.kind <> 'trial' and (${isReal})
    ) counted`.execute(deps.db);
  const { ended, passed, opened, paid } = rows[0] ?? { ended: 0, passed: 0, opened: 0, paid: 0 };
  return {
    minimum,
    evaluations: ended < minimum ? null : { ended, passed },
    funded: opened < minimum ? null : { opened, paid },
  };
}
