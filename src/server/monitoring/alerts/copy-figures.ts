import { minuteMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { readFreeDisk } from '#server/core/health/free-disk.ts';
import { memoryLimitBytes } from '#server/core/health/memory-limit.ts';
import { type CopyRuleName, minFailedCalls } from './rules.ts';

/** Parts of one, requests and seconds, as the rules limit them. */
export type CopyFigures = Readonly<Record<CopyRuleName, number>>;

const windowMs = 5 * minuteMs;
const countedMs = 15 * minuteMs;

/** @returns reads what this copy measures of itself, of calls those of the last minutes */
export function measureCopy({ env, load }: Deps) {
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
