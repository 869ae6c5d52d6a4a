import type { output } from 'zod/mini';
import { minuteMs } from '#lib/durations.ts';
import { type Deps, invalid } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type Contract, contractName } from '#shared/exchange/contract-month.ts';
import type { marketBars } from '#shared/trading/contract-market.ts';
import { type Bar, readBars } from '#shared/trading/market/bars.ts';
import { getContract } from './read-selection.ts';

type BarTuple = DataOf<typeof marketBars>['bars'][number];

/** Bars are read in pages of this size. Pages start at the same times for everyone, so that few are read twice. */
const pageBars = 20;
const maxPages = 5_000;
const earliest = Date.UTC(2020, 0, 1);
const pages = new WeakMap<Deps['marketKey'], Map<string, readonly BarTuple[]>>();

/** @throws {ServiceError} 422 for an unlisted contract, and for a time that isn't a whole minute or is in the future */
export function listBars(deps: Deps, query: output<typeof marketBars.query>): BarTuple[] {
  const contract = getContract(deps, query.contract, 'contract');
  const [until, count, barMs] = [Number(query.until), Number(query.count), Number(query.seconds) * 1_000];
  // The market can be computed ahead, so nothing may be read before it has happened.
  const isReadable = until % minuteMs === 0 && until > earliest && until <= marketTime(deps);
  if (!isReadable) throw invalid({ until: ['invalid'] });
  const end = Math.ceil(until / barMs);
  const bars: BarTuple[] = [];
  for (let index = Math.max(0, end - count); index < end; ) {
    const page = Math.floor(index / pageBars);
    const next = Math.min((page + 1) * pageBars, end);
    const [from, to] = [index * barMs, next * barMs];
    const loaded = readPage(deps, contract, barMs, page, until);
    bars.push(...loaded.filter(([at]) => at >= from && at < to));
    index = next;
  }
  return bars;
}

/** Pages are cached; a page that isn't complete yet is cached under its current end. */
function readPage(deps: Deps, contract: Contract, barMs: number, page: number, until: number): readonly BarTuple[] {
  const cache = pages.get(deps.marketKey) ?? new Map<string, readonly BarTuple[]>();
  pages.set(deps.marketKey, cache);
  const [from, to] = [page * pageBars * barMs, (page + 1) * pageBars * barMs];
  const upTo = Math.min(to, until);
  const key = `${contractName(contract.instrument, contract.month)}:${contract.month}:${barMs}:${page}:${upTo}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const { instrument, month } = contract;
  const bars = readBars(getMarket(deps), instrument, month, { from, to: upTo, barMs }).map(toTuple);
  const [oldest] = cache.keys();
  if (cache.size >= maxPages && oldest !== undefined) cache.delete(oldest);
  cache.set(key, bars);
  return bars;
}

function toTuple({ at, openTicks, highTicks, lowTicks, closeTicks, volume }: Bar): BarTuple {
  return [at, openTicks, highTicks, lowTicks, closeTicks, volume];
}
