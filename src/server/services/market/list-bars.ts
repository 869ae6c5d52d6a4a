import type { output } from 'zod/mini';
import type { DataOf } from '../../../contract/call.ts';
import { type marketBars, minuteMs } from '../../../contract/market.ts';
import { type Contract, contractName } from '../../../domain/instrument/contract-month.ts';
import { type Bar, readBars } from '../../../domain/market/bars.ts';
import type { Deps } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { marketOf } from './market.ts';
import { getContract } from './read-selection.ts';

type BarTuple = DataOf<typeof marketBars>['bars'][number];

/** Bars are read in pages of this many that start at the same times for everybody, so that few are read twice. */
const pageBars = 100;
const mostPages = 1_000;
const earliest = Date.UTC(2020, 0, 1);
const pages = new WeakMap<Deps['keys'], Map<string, readonly BarTuple[]>>();

/** @throws {ServiceError} 422 for an unlisted contract, and for a time that isn't a whole minute or isn't over */
export function listBars(deps: Deps, query: output<typeof marketBars.query>): BarTuple[] {
  const contract = getContract(deps, query.contract, 'contract');
  const [until, count, barMs] = [Number(query.until), Number(query.count), Number(query.seconds) * 1_000];
  // The market can be computed ahead, so nothing may be read before it has happened.
  const isReadable = until % minuteMs === 0 && until > earliest && until <= deps.clock().getTime();
  if (!isReadable) throw invalid({ until: ['invalid'] });
  const end = Math.ceil(until / barMs);
  const bars: BarTuple[] = [];
  for (let index = Math.max(0, end - count); index < end; ) {
    const page = Math.floor(index / pageBars);
    const next = Math.min((page + 1) * pageBars, end);
    const [from, to] = [index * barMs, next * barMs];
    const known = readPage(deps, contract, barMs, page, until);
    bars.push(...known.filter(([at]) => at >= from && at < to));
    index = next;
  }
  return bars;
}

/** A page that is over is kept. */
function readPage(deps: Deps, contract: Contract, barMs: number, page: number, until: number): readonly BarTuple[] {
  const kept = pages.get(deps.keys) ?? new Map<string, readonly BarTuple[]>();
  pages.set(deps.keys, kept);
  const [from, to] = [page * pageBars * barMs, (page + 1) * pageBars * barMs];
  const upTo = Math.min(to, until);
  const key = `${contractName(contract.instrument, contract.month)}:${contract.month}:${barMs}:${page}:${upTo}`;
  const known = kept.get(key);
  if (known) return known;
  const { instrument, month } = contract;
  const bars = readBars(marketOf(deps), instrument, month, { from, to: upTo, barMs }).map(toTuple);
  const [oldest] = kept.keys();
  if (kept.size >= mostPages && oldest !== undefined) kept.delete(oldest);
  kept.set(key, bars);
  return bars;
}

function toTuple({ at, openTicks, highTicks, lowTicks, closeTicks, volume }: Bar): BarTuple {
  return [at, openTicks, highTicks, lowTicks, closeTicks, volume];
}
