import type { DataOf } from '../../../contract/call.ts';
import type { payoutStatistics } from '../../../contract/payout-statistics.ts';
import { summarize, utcDayOf } from '../../../domain/payout/statistics.ts';
import { type ChainHead, readBody } from '../../../domain/payout/statistics-chain.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { findHead, isSampleChain } from './find-head.ts';
import { readRates } from './read-rates.ts';

type Published = {
  readonly statistics: DataOf<typeof payoutStatistics>;
  /** The whole chain as JSON; null while there are too few payouts. */
  readonly chain: string | null;
};

/** Both are read once for the newest day, which changes once a day; before the first day, once a UTC day. */
const kept = new WeakMap<Deps['db'], { readonly as: string; readonly published: Published }>();

/** Times, rejections and sums by month; without figures while there are too few payouts. */
export async function readStatistics(deps: Deps): Promise<Published['statistics']> {
  return (await readPublished(deps)).statistics;
}

/** The chain as a file that anybody can verify. @throws {ServiceError} 404 while there are too few payouts */
export async function readChain(deps: Deps): Promise<string> {
  const { chain } = await readPublished(deps);
  if (chain === null) throw notFound();
  return chain;
}

async function readPublished(deps: Deps): Promise<Published> {
  const head = await findHead(deps, deps.db);
  // Rates that follow every request would show when somebody passes or fails.
  const as = head?.hash ?? utcDayOf(deps.clock().getTime());
  const last = kept.get(deps.db);
  if (last?.as === as) return last.published;
  const published = await publish(deps, head);
  kept.set(deps.db, { as, published });
  return published;
}

async function publish(deps: Deps, head: ChainHead | null): Promise<Published> {
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
